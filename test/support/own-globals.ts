import { afterAll, vi } from 'vitest';

// Files that share a process find the globals and the environment of the process, and not what a file before them has put there.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
