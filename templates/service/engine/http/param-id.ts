import type { Request } from 'express';
import { parseId, type NumericId } from '../fields/record-id.js';
import { notFound } from '../problem/problem.js';

/** The id in the path of a request; throws what `missing` gives where it is none. */
export function paramId(
  { params }: Pick<Request, 'params'>,
  name: string,
  missing: () => Error = noRecord,
): NumericId {
  const id = parseId(String(params[name]));
  if (id === null) throw missing();
  return id;
}

const noRecord = () => notFound('This record does not exist.', 'no-record');
