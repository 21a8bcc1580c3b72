import autocannon from 'autocannon';
import { askOf, type Asked, type Operation } from './operations.js';

export interface Target {
  readonly name: string;
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly pid: number;
  /** The same question in a peer's own words. */
  readonly translate?: (asked: Asked) => Asked;
  readonly stop: () => Promise<void>;
}

export interface Sample {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly failures: number;
}

/** Loads one target with one operation over 32 connections for `seconds`. */
export async function measure(
  target: Target,
  operation: Operation,
  seconds: number,
): Promise<Sample> {
  const result = await load(target, (n) => askOf(operation, n), seconds);
  return {
    perSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failures: result.non2xx + result.errors,
  };
}

/** Asks a target over 32 connections for `seconds`; `ask` gives the question with the number `n`, from 0. */
export function load(
  target: Target,
  ask: (n: number) => Asked,
  seconds: number,
): Promise<autocannon.Result> {
  let n = 0;
  const setupRequest = (given: autocannon.Request): autocannon.Request => {
    const asked = ask(n++);
    const { method, path, body } = target.translate?.(asked) ?? asked;
    const type = body !== undefined && { 'content-type': 'application/json' };
    return {
      ...given,
      method,
      path,
      headers: { ...target.headers, ...type },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
  };
  return autocannon({
    url: target.base,
    connections: 32,
    duration: seconds,
    requests: [{ setupRequest }],
  });
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
    failures: samples.reduce((sum, sample) => sum + sample.failures, 0),
  };
}
