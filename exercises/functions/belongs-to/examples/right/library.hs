belongsTo x = any (== x)
