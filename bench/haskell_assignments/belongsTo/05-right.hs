belongsTo x ys = any (x ==) ys
