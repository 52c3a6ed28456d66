"""What is mounted in the sandbox: the package `vivajs`."""
