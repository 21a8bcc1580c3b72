import { readFileSync } from 'node:fs';

/** Often enough for who looks whether all has ended, in milliseconds. */
const LOOK = 250;

/**
 * Calls `stop` with a signal when this process is told to end, or when those that it was started by have ended: a signal to
 * npm alone reaches npm and its shell, and nobody else.
 */
export function whenTold(stop) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const npm = aboveShell(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && aboveShell(parent) === npm) return;
    clearInterval(timer);
    stop('SIGTERM');
  }, LOOK);
  timer.unref();
}

/** The process above the shell in which npm runs a script; null where there is no shell, or the system does not say. */
function aboveShell(pid) {
  try {
    const [, parent] = /^\d+ \(\w*sh\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return Number(parent);
  } catch {
    return null;
  }
}
