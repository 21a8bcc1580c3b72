import type { Asked, Operation } from './operations.js';
import { LOAD_CORE, processorMicroseconds } from './servers.js';
import { loadByNode } from './node-load.js';
import { type Load, loadByWrk } from './wrk.js';

export interface Target {
  readonly name: string;
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly pid: number;
  /** Where it is loaded from, if not from a core of its own. */
  readonly cores?: string | null;
  /** The same question in a peer's own words. */
  readonly translate?: (asked: Asked) => Asked;
  readonly stop: () => Promise<void>;
}

export interface Sample {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of the server's processor for a request; NaN where that is not told. */
  readonly processor: number;
  readonly failures: number;
}

/** The program that asks: said in the report, because a loader that costs more than the server flatters whoever is slow. */
export const LOADER = 'Loaded by wrk on a core of its own.';

const CONNECTIONS = 32;

/** The length of a measurement: seconds, or a number of requests, whose processor time a busy machine changes little. */
export type Extent = number | { readonly requests: number };

/** Loads one target with one operation over 32 connections. */
export async function measure(
  target: Target,
  operation: Operation,
  extent: Extent,
): Promise<Sample> {
  const before = processorMicroseconds(target.pid);
  const done =
    typeof extent === 'number'
      ? await load(target, operation.ask, extent)
      : await loadByNode(target, operation.ask, { ...extent, connections: CONNECTIONS });
  const used = processorMicroseconds(target.pid) - before;
  const { answered, failures, p50, p99 } = done;
  const processor = used / (answered + failures);
  return { perSecond: answered / done.seconds, p50, p99, processor, failures };
}

/** Asks a target over 32 connections for `seconds`; `ask` gives the question with the number `n`, from 0. */
export function load(target: Target, ask: (n: number) => Asked, seconds: number): Promise<Load> {
  const given = { seconds, connections: CONNECTIONS, core: target.cores ?? LOAD_CORE };
  const asked = (n: number) => ({
    ...(target.translate?.(ask(n)) ?? ask(n)),
    headers: target.headers,
  });
  return loadByWrk(target.base, asked, given);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The middle of several samples, figure by figure. */
export function medianSample(samples: readonly Sample[]): Sample {
  const of = (pick: (sample: Sample) => number) => median(samples.map(pick));
  return {
    perSecond: of((s) => s.perSecond),
    p50: of((s) => s.p50),
    p99: of((s) => s.p99),
    processor: of((s) => s.processor),
    failures: samples.reduce((sum, sample) => sum + sample.failures, 0),
  };
}
