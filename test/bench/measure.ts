import autocannon from 'autocannon';
import type { Asked, Operation } from './operations.js';

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
  let n = 0;
  const result = await autocannon({
    url: target.base,
    connections: 32,
    duration: seconds,
    requests: [
      {
        setupRequest: (request) => {
          const question: Asked = { method: operation.method, ...operation.request(n++) };
          const { method, path, body } = target.translate?.(question) ?? question;
          return {
            ...request,
            method,
            path,
            headers: {
              ...target.headers,
              ...(body !== undefined && { 'content-type': 'application/json' }),
            },
            ...(body !== undefined && { body: JSON.stringify(body) }),
          };
        },
      },
    ],
  });
  return {
    perSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failures: result.non2xx + result.errors,
  };
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
