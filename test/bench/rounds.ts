import { measure, median, medianSample, type Extent, type Sample, type Target } from './measure.js';
import type { Operation } from './operations.js';
import type { Row } from './report.js';
import { residentMegabytes } from './servers.js';

export interface Length {
  readonly rounds: number;
  /** Of one measurement. */
  readonly seconds: number;
  /** The number of requests of one measurement, in place of its seconds. */
  readonly requests?: number | undefined;
}

/**
 * Every operation on every target, targets taking turns within a round so that a slow minute hits them alike. A ratio is to the
 * first target in the same round, and the lowest of the rounds is published.
 */
export async function runRounds(
  targets: readonly Target[],
  operations: readonly Operation[],
  { rounds, seconds, requests }: Length,
): Promise<Row[]> {
  const rows: Row[] = [];
  const extent: Extent = requests === undefined ? seconds : { requests };
  const warmUp: Extent = requests === undefined ? Math.min(2, seconds) : extent;
  for (const operation of operations) {
    const samples = new Map<Target, Sample[]>(targets.map((target) => [target, []]));
    for (const target of targets) await measure(target, operation, warmUp);
    for (let round = 0; round < rounds; round++)
      for (const target of round % 2 ? [...targets].reverse() : targets)
        samples.get(target)!.push(await measure(target, operation, extent));
    rows.push(...rowsOf(operation, samples));
    process.stderr.write(`${operation.name} done\n`);
  }
  return rows;
}

function rowsOf({ name }: Operation, samples: ReadonlyMap<Target, readonly Sample[]>): Row[] {
  const [baseline = []] = samples.values();
  return [...samples].map(([target, list]) => {
    const ratios = list.map((sample, at) => sample.perSecond / baseline[at]!.perSecond);
    return {
      operation: name,
      target: target.name,
      sample: medianSample(list),
      ratio: Math.min(...ratios),
      median: median(ratios),
      megabytes: residentMegabytes(target.pid),
    };
  });
}
