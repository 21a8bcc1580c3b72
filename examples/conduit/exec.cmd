@rem Scripts of package.json begin with `exec`, so that a signal to npm reaches what they start. Windows has no `exec` but this one.
@%*
