import { run, type Ran } from '../support/project-on-disk.js';

/** What a program came to, and the time that it had of the processor: that does not depend on what else a machine does. */
export interface Metered extends Ran {
  readonly seconds: number;
}

/** Says on its last line what a program and all that it started took. */
const METER = 'TIMEFORMAT=$\'\\n%3U %3S\'; time "$@"';

/** Runs a program in a folder. */
export function metered(
  folder: string,
  program: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Metered {
  const ran = run(folder, 'bash', ['-c', METER, 'meter', ...program], { ...env, LC_ALL: 'C' });
  const [, said = '', user, system] = /^([^]*)\n([\d.]+) ([\d.]+)\n$/.exec(ran.stderr) ?? [];
  if (user === undefined) throw new Error(`${program.join(' ')}\n${ran.stderr}`);
  return { ...ran, stderr: said, seconds: Number(user) + Number(system) };
}

/** What a function takes of the processor. */
export function secondsOf(work: () => void): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1e6;
}
