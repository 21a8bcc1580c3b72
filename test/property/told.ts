import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { ShownRecord } from '../../templates/service/engine/model/operations.js';
import { HttpProblem } from '../../templates/service/engine/problem/problem.js';
import type { Outcome } from './naive.js';

/** An outcome with the text that it was read from, or what was said to be wrong. */
export type Told = Outcome & { readonly text?: string; readonly problem?: unknown };

/** `toEqual` takes ten times as long to find nothing. */
export function demandSame(told: unknown, expected: unknown, where: string): void {
  if (!isDeepStrictEqual(told, expected)) expect(told, where).toEqual(expected);
}

/** What a caller over HTTP gets: the status and the record. */
export async function outcome(
  work: Promise<ShownRecord | { readonly text: string } | void>,
  fine: number,
): Promise<Told> {
  try {
    const answer = await work;
    if (!answer) return { status: fine };
    const text = 'record' in answer ? JSON.stringify(answer.record) : answer.text;
    return { status: fine, text, record: JSON.parse(text) as Record<string, unknown> };
  } catch (error) {
    if (error instanceof HttpProblem) {
      const { status, detail, problems } = error;
      return { status, problem: { detail, problems } };
    }
    throw error;
  }
}
