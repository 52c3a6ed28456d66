"""One file for each group of promises in `viva.sandbox`. Start reading in `attacks`, then `test_time`."""
