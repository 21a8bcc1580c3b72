import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { reminding } from '../../bin/checkout/run.js';
import { whenTold } from './stopping.js';

/** How the child that runs now is ended, and the signal that told us to end. */
let endChild = null;
let told = null;

/** From now on a signal ends the child that runs, and this process after it. */
export function endWhenTold() {
  whenTold((signal) => {
    told = signal;
    if (endChild === null) process.exit(codeOf(signal));
    endChild(signal);
  });
}

/** What a shell reports of a process that a signal ended. */
const codeOf = (signal) => 128 + { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }[signal];

/** Says what is done, runs `node` with these arguments for it, and resolves to the exit code. */
export const nodeStep = (what, args, cwd) =>
  timed(what, () => {
    const child = spawn(process.execPath, args, { cwd, stdio: 'inherit' });
    return ended(child, (signal) => child.kill(signal));
  });

/** Runs crudgen as a step, without the commands that it recommends at its end: `npm start` goes on by itself. */
export const crudgenStep = (what, args, cwd) =>
  timed(what, () => {
    const child = spawn(process.execPath, args, { cwd, stdio: ['inherit', 'pipe', 'inherit'] });
    let isShown = true;
    createInterface({ input: child.stdout }).on('line', (line) => {
      isShown &&= line !== 'Next:';
      if (isShown) say(line);
    });
    return ended(child, (signal) => child.kill(signal));
  });

/** Runs `npm` as a step. It has a process group of its own: a signal to npm alone would leave what it has started. */
export const npmStep = (what, args, cwd) =>
  timed(what, () => {
    const child = spawn('npm', args, { cwd, stdio: ['ignore', 1, 2], detached: true });
    return ended(child, (signal) => process.kill(-child.pid, signal));
  });

/**
 * Runs a service until it ends or is told to; resolves to its exit code. Ctrl-C reaches it once, through us. It ends with
 * us, too, should nobody be able to tell it any more.
 */
export function serve(args, { cwd, env }) {
  const preload = new URL('end-with-parent.js', import.meta.url).href;
  const service = spawn(process.execPath, ['--import', preload, ...args], {
    cwd,
    env: { ...env, STARTED_BY: String(process.pid) },
    stdio: ['ignore', 1, 2, 'ipc'],
    detached: true,
  });
  return ended(service, () => service.kill('SIGTERM'), { isLast: true });
}

async function timed(what, work) {
  say(`\n${what}`);
  const begun = performance.now();
  const code = await reminding(work, say);
  if (code === 0) say(`  done in ${Math.round((performance.now() - begun) / 1000)} s`);
  return code;
}

function ended(child, end, { isLast = false } = {}) {
  endChild = end;
  return new Promise((resolve) => {
    child.once('error', ({ message }) => {
      say(message);
      resolve(1);
    });
    child.once('close', (code) => {
      endChild = null;
      if (told !== null && !isLast) process.exit(codeOf(told));
      resolve(code ?? 1);
    });
  });
}

/** Prints a line. */
export function say(line) {
  process.stdout.write(`${line}\n`);
}
