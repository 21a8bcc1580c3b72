import type { Check, Checks, Settled, Target, Trial, Waiting } from './check.js';
import { requirementsOf, type Requirement } from './requirements.js';
import { Timetable } from './timetable.js';

/** What became of a requirement. */
export type Result = 'passed' | 'failed' | 'waits' | Settled['result'];

export interface Line extends Requirement {
  readonly result: Result;
  /** What was tried, or why nothing was. */
  readonly tried: string;
  /** What went wrong, where it failed. */
  readonly error?: string;
}

export interface ReportOptions {
  /** Which to try. */
  readonly requirements?: readonly Requirement[];
  /** Is told of each, in the order of the standard. */
  readonly done?: (line: Line) => void;
}

/** Tries requirements, several at a time. */
export async function report(
  subject: Omit<Target, 'later'>,
  checks: Checks,
  { requirements = requirementsOf([]), done = () => undefined }: ReportOptions = {},
): Promise<readonly Line[]> {
  const timetable = new Timetable((ms) => subject.service.setAhead(ms));
  const target: Target = { ...subject, later: (ms) => timetable.later(ms) };
  const attempt: Attempt = (trial) => timetable.run(() => attemptOf(trial, target));
  const trying = requirements.map((requirement) => ({
    requirement,
    outcome: outcomeOf(checks[requirement.number], subject, attempt),
  }));
  const lines: Line[] = [];
  for (const { requirement, outcome } of trying) {
    const line = { ...requirement, ...(await outcome) };
    lines.push(line);
    done(line);
  }
  return lines;
}

type Outcome = Pick<Line, 'result' | 'tried' | 'error'>;
type Attempt = (trial: Trial) => Promise<Outcome>;
type Subject = Pick<Target, 'project'>;

async function outcomeOf(
  check: Check | undefined,
  subject: Subject,
  attempt: Attempt,
): Promise<Outcome> {
  if (check === undefined) return { result: 'failed', tried: '', error: 'there is no check' };
  if (isList(check)) return ofParts(check, subject, attempt);
  if ('feature' in check) return ofParts([check], subject, attempt);
  return 'run' in check ? attempt(check) : settled(check);
}

type Part = Trial | Waiting;

const isList = (check: Check): check is readonly Part[] => Array.isArray(check);

/** By all of these whose features are on. */
async function ofParts(
  parts: readonly Part[],
  { project }: Subject,
  attempt: Attempt,
): Promise<Outcome> {
  const off = parts.flatMap((part) =>
    'feature' in part && !project.features.has(part.feature) ? [part.feature] : [],
  );
  if (off.length === parts.length) return { result: 'waits', tried: areOff(off) };
  const on = parts.filter((part) => !('feature' in part) || !off.includes(part.feature));
  const outcomes = await Promise.all(
    on.map((part) => {
      if (!('feature' in part)) return attempt(part);
      const { feature, check } = part;
      return check === null ? unchecked(feature) : outcomeOf(check, { project }, attempt);
    }),
  );
  const tried = outcomes.filter(({ result }) => result !== 'n.a.');
  const told = tried.length > 0 ? tried : outcomes;
  const worst = WORST.map((wanted) => told.find(({ result }) => result === wanted)).find(Boolean);
  // Each part that fails is told: a reader who fixes one of them would meet the next in another run.
  const errors = told.flatMap(({ error }) => (error === undefined ? [] : [error]));
  return {
    result: (worst ?? told[0]!).result,
    tried: told.map((one) => one.tried).join('; '),
    ...(errors.length > 0 && { error: errors.join('; ') }),
  };
}

const WORST: readonly Result[] = ['failed', 'not tested', 'passed'];

function areOff(features: readonly string[]): string {
  const names = [...new Set(features)].map((name) => `\`${name}\``);
  return names.length === 1
    ? `the feature ${names[0]} is off`
    : `the features ${names.join(', ')} are off`;
}

const unchecked = (feature: string): Outcome => ({
  ...{ result: 'failed', tried: '', error: `there is no check for the feature \`${feature}\`` },
});

async function attemptOf({ tries, run }: Trial, target: Target): Promise<Outcome> {
  try {
    const found = await run(target);
    return found ? settled(found) : { result: 'passed', tried: tries };
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n');
    return { result: 'failed', tried: tries, error: reason };
  }
}

const settled = ({ result, why }: Settled): Outcome => ({ result, tried: why });

const ORDER: readonly Result[] = ['passed', 'failed', 'n.a.', 'deployment', 'waits', 'not tested'];

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
