"""One way to write something as another that means the same: syntax as syntax, and lists that loops take apart."""
