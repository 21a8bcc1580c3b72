import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { CreatedRecord, Row } from '../../templates/service/engine/model/operations.js';
import { HttpProblem } from '../../templates/service/engine/problem/problem.js';
import type { Outcome } from '../../templates/tools/prove/naive/naive.js';

/** An outcome with the text that it was read from, or what was said to be wrong. */
export type Told = Outcome & { readonly text?: string; readonly problem?: unknown };

/** `toEqual` takes ten times as long to find nothing. */
export function demandSame(told: unknown, expected: unknown, where: string): void {
  if (!isDeepStrictEqual(told, expected)) expect(told, where).toEqual(expected);
}

/** A page and what is told of one have their text, and none is a record. */
function textOf(answer: CreatedRecord | Row | { readonly text: string }): string {
  if ('isAsShown' in answer) return JSON.stringify(answer.record);
  return 'id' in answer ? JSON.stringify(answer) : String(answer.text);
}

/** A record whose lines change several times by one write is a millisecond younger each time. */
export const toTheSecond = (text: string): string =>
  text.replace(/(T\d\d:\d\d:\d\d)\.\d{3}Z/g, '$1.000Z');

/** What a caller over HTTP gets: the status and the record. */
export async function outcome(
  work: Promise<CreatedRecord | Row | { readonly text: string } | void>,
  fine: number,
): Promise<Told> {
  try {
    const answer = await work;
    if (!answer) return { status: fine };
    const text = textOf(answer);
    return { status: fine, text, record: JSON.parse(toTheSecond(text)) as Record<string, unknown> };
  } catch (error) {
    if (error instanceof HttpProblem) {
      const { status, detail, problems } = error;
      return { status, problem: { detail, problems } };
    }
    throw error;
  }
}
