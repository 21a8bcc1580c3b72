import type { Check, Checks, Settled, Target, Trial, Waiting } from './check.js';
import { STANDARD, type Requirement } from './requirements.js';

/** What became of a requirement. */
export type Result = 'passed' | 'failed' | 'waits' | Settled['result'];

export interface Line extends Requirement {
  readonly result: Result;
  /** What was tried, or why nothing was. */
  readonly tried: string;
  /** What went wrong, where it failed. */
  readonly error?: string;
}

/** Tries all requirements, one after the other; `done` is told of each. */
export async function report(
  target: Target,
  checks: Checks,
  done: (line: Line) => void = () => undefined,
): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const { requirements } of STANDARD)
    for (const requirement of requirements) {
      const line = { ...requirement, ...(await outcome(checks[requirement.number], target)) };
      lines.push(line);
      done(line);
    }
  return lines;
}

type Outcome = Pick<Line, 'result' | 'tried' | 'error'>;

async function outcome(check: Check | undefined, target: Target): Promise<Outcome> {
  if (check === undefined) return { result: 'failed', tried: '', error: 'there is no check' };
  if (isList(check)) return ofFeatures(check, target);
  if ('feature' in check) return ofFeatures([check], target);
  return 'run' in check ? attempt(check, target) : settled(check);
}

const isList = (check: Check): check is readonly Waiting[] => Array.isArray(check);

/** By all features of these that are on. */
async function ofFeatures(waiting: readonly Waiting[], target: Target): Promise<Outcome> {
  const on = waiting.filter(({ feature }) => target.project.features.has(feature));
  if (on.length === 0) {
    const names = waiting.map(({ feature }) => `\`${feature}\``).join(', ');
    const off =
      waiting.length === 1 ? `the feature ${names} is off` : `the features ${names} are off`;
    return { result: 'waits', tried: off };
  }
  const outcomes: Outcome[] = [];
  for (const one of on) outcomes.push(await ofFeature(one, target));
  const tried = outcomes.map((one) => one.tried).join('; ');
  const failed = outcomes.find(({ result }) => result === 'failed');
  return { ...(failed ?? outcomes[0]!), tried };
}

async function ofFeature({ feature, check }: Waiting, target: Target): Promise<Outcome> {
  const missing = `there is no check for the feature \`${feature}\``;
  if (check === null) return { result: 'failed', tried: '', error: missing };
  return outcome(check, target);
}

async function attempt({ tries, run }: Trial, target: Target): Promise<Outcome> {
  try {
    const found = await run(target);
    return found ? settled(found) : { result: 'passed', tried: tries };
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n');
    return { result: 'failed', tried: tries, error: reason };
  }
}

const settled = ({ result, why }: Settled): Outcome => ({ result, tried: why });

const ORDER: readonly Result[] = ['passed', 'failed', 'n.a.', 'deployment', 'waits'];

/** How many there are of each result. */
export const countsOf = (lines: readonly Line[]): Readonly<Record<Result, number>> =>
  Object.fromEntries(
    ORDER.map((result) => [result, lines.filter((line) => line.result === result).length]),
  ) as Record<Result, number>;

/** A requirement in a line: number, level, result, what it asks for, and what was tried. */
export const printLine = ({ number, level, result, asks, tried, error }: Line): string =>
  [
    `${number.padEnd(8)}L${level}  ${result.padEnd(11)} ${asks}`,
    ...(tried ? [tried] : []),
    ...(error ? [`FAILED: ${error}`] : []),
  ].join(' | ');

export const printCounts = (lines: readonly Line[]): string =>
  Object.entries(countsOf(lines))
    .map(([result, count]) => `${count} ${result}`)
    .join(', ');
