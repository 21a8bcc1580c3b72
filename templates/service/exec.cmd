@rem Scripts of package.json begin with `exec`, so that a signal to npm reaches their processes. Windows has no `exec`; this file replaces it.
@%*
