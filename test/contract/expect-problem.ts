import { expect } from 'vitest';
import type { Answer, Row } from './http.js';

/** The parts of a problem document that tests look at. */
export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  message: string;
  request_id: string;
  errors?: Record<string, string>;
  problems?: { index?: number; field: string; code: string; message: string }[];
}

const LEAKS = /node_modules|\.ts\b|\.js\b|\bat \w+ \(|SELECT |INSERT |UPDATE "|SQLITE_|QueryFailed/;

/** Section 5: the shape of every error, on every path; answers it for closer looks. */
export function expectProblem(answer: Answer, status: number): ProblemBody {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.header('content-type')).toMatch(/^application\/problem\+json\b/);
  const body = answer.body as ProblemBody;
  expect(body).toMatchObject({
    type: expect.any(String) as string,
    title: expect.any(String) as string,
    status,
    detail: expect.any(String) as string,
    message: body.detail,
    request_id: answer.header('x-request-id'),
  });
  expect(body.request_id).not.toBe('');
  expect(answer.text).not.toMatch(LEAKS);
  if (status === 400 || status === 422) expectDetails(body);
  return body;
}

function expectDetails(body: ProblemBody): void {
  expect(body.errors).toBeTypeOf('object');
  expect(Array.isArray(body.problems)).toBe(true);
  for (const problem of body.problems ?? []) {
    expect(problem).toMatchObject({
      code: expect.any(String) as string,
      message: expect.any(String) as string,
    });
    expect(problem).toHaveProperty('field');
  }
  for (const text of Object.values(body.errors ?? {})) expect(text).toBeTypeOf('string');
}

/** A 400 or 422 that names exactly these fields. */
export function expectFields(
  answer: Answer,
  status: 400 | 403 | 422,
  ...fields: string[]
): ProblemBody {
  const body = expectProblem(answer, status);
  expect(Object.keys(body.errors ?? {}).sort()).toEqual([...fields].sort());
  expect([...new Set((body.problems ?? []).map((one) => one.field))].sort()).toEqual(
    [...fields].sort(),
  );
  return body;
}

/** Where the problems of several records are: index, field and code of each. */
export const places = (answer: Answer, status: number) =>
  (expectProblem(answer, status).problems ?? []).map(({ index, field, code }) => [
    index,
    field,
    code,
  ]);

/** What became of one of several writes. */
export interface Outcome {
  status: number;
  record?: Row;
  etag?: string;
  problem?: ProblemBody;
}

/** The answer without what differs from request to request. */
export function withoutRequestId(answer: Answer): unknown {
  if (answer.text === '') return '';
  const body = answer.body;
  if (typeof body !== 'object' || body === null) return body;
  return { ...body, request_id: '' };
}

/** A problem without request id and with this id blotted out, to compare two refusals by. */
export function withoutId(answer: Answer, status: number, id: number): string {
  const { request_id: _, ...problem } = expectProblem(answer, status);
  return JSON.stringify(problem).replace(new RegExp(`\\b${id}\\b`, 'g'), '?');
}
