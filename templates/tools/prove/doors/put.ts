import type { Row } from '../naive/naive.js';
import { askChanges, isBeyond } from '../writing/ask-write.js';
import { dataColumns, type Values, type Writing } from '../writing/payloads.js';
import { atModels, type Door } from './door.js';

/** Whole records in place of each kind of row: as it is, with single fields changed, and with nothing but what is required. */
export const put: Door = {
  name: 'put',
  writes: true,
  claims: atModels('PUT', '/{id}'),
  *questions(proof, actor, model) {
    if (!isBeyond(proof, model, 'put'))
      yield* askChanges(proof, actor, model, { door: 'put', method: 'PUT', whole });
  },
};

/** The record as its writer has read it, with other values; where none are given, no more than is required. */
function whole({ proof, actor, model }: Writing, row: Row, values: Values): Values {
  const readable = proof.naive.readable(actor, 'edit', model.name);
  const isLeast = Object.keys(values).length === 0;
  const columns = dataColumns(model).filter(
    ({ name, nullable }) => readable.has(name) && !(isLeast && nullable),
  );
  const own = columns.map(({ name }) => [name, row[name] ?? null]);
  return { ...Object.fromEntries(own), ...values } as Values;
}
