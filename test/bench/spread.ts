/** How far figures swing: between starts of one build, between windows of one start, and beside the processor time of a request. */
import type { Operation } from './operations.js';
import { measure, median, type Sample, type Target } from './measure.js';
import type { StartTarget } from './servers.js';

/** The windows of each start of a target. */
export interface Spread {
  readonly target: string;
  readonly operation: string;
  readonly starts: readonly (readonly Sample[])[];
}

interface Plan {
  readonly starts: number;
  readonly windows: number;
  readonly seconds: number;
}

/** Starts each target so many times, in turns, and loads it in windows after one that warms it up. */
export async function measureSpread(
  targets: readonly StartTarget[],
  operation: Operation,
  { starts, windows, seconds }: Plan,
): Promise<readonly Spread[]> {
  const found = new Map<string, Sample[][]>();
  for (let start = 0; start < starts; start++)
    for (const begin of start % 2 ? targets.toReversed() : targets) {
      const target = await begin();
      try {
        const samples = await windowsOf(target, operation, windows, seconds);
        found.set(target.name, [...(found.get(target.name) ?? []), samples]);
      } finally {
        await target.stop();
      }
    }
  return [...found].map(([target, starts]) => ({ target, operation: operation.name, starts }));
}

async function windowsOf(
  target: Target,
  operation: Operation,
  windows: number,
  seconds: number,
): Promise<Sample[]> {
  await measure(target, operation, seconds);
  const samples: Sample[] = [];
  for (let window = 0; window < windows; window++)
    samples.push(await measure(target, operation, seconds));
  return samples;
}

/**
 * A row for each target: the median of all windows, the slowest and the fastest start (by the median of its windows) and the widest
 * gap between two windows of a start as shares of it; for requests a second and for the processor time of a request.
 */
export function spreadTable(found: readonly Spread[]): string {
  const cells = (starts: Spread['starts'], pick: (sample: Sample) => number, unit: string) => {
    const all = median(starts.flat().map(pick));
    const medians = starts.map((windows) => median(windows.map(pick)));
    const gaps = starts.map((windows) => {
      const values = windows.map(pick);
      return (Math.max(...values) - Math.min(...values)) / all;
    });
    const share = (value: number) => value.toFixed(2);
    return `${Math.round(all)}${unit} | ${share(Math.min(...medians) / all)} to ${share(Math.max(...medians) / all)} | ${share(Math.max(...gaps))}`;
  };
  return [
    '| target | operation | requests a second | starts | windows | processor | starts | windows |',
    '|---|---|--:|--:|--:|--:|--:|--:|',
    ...found.map(
      ({ target, operation, starts }) =>
        `| ${target} | ${operation} | ${cells(starts, (one) => one.perSecond, '')} | ${cells(starts, (one) => one.processor, ' µs')} |`,
    ),
  ].join('\n');
}
