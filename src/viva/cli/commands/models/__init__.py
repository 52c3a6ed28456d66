"""Commands over signals and hybrid systems."""
