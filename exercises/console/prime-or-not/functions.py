{what.code}
