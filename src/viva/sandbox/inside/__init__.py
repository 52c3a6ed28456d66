"""What runs inside the box: standard library only, no imports of `viva`. Start reading in `zygote`.

Inside, this package is called `viva_inside`. `zygote` waits for orders; `guard` starts a run and ends it in time;
`confine` takes everything away from it; `runner` calls the entry function; `channel` carries its messages; `threads`
starts no thread that could not begin. `program` becomes a foreign program instead, and `waiting` tells when that waits
for input.

Modules that are slow to import, such as `typing`, are left out here: a cold start pays for each.
"""
