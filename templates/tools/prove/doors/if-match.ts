import type { Naive, Row } from '../naive/naive.js';
import { isAdministered, isBeyond, Writes, type AskedWrite } from '../writing/ask-write.js';
import { isAlike, kindsOf } from '../writing/kinds.js';
import { changesOf, type Writing } from '../writing/payloads.js';
import { nobodyOf, recordPath, type Door } from './door.js';

const WRONG = '"of no record"';

/** Writes that name the version which a record must have: a hidden row has no version that could be guessed. */
export const ifMatch: Door = {
  name: 'if-match',
  writes: true,
  claims: () => false,
  async *questions(proof, actor, model) {
    const { naive, service } = proof;
    if (!naive.may(actor, 'edit', model.name)) return;
    if (isBeyond(proof, model, 'patch') || isAdministered(proof, model)) return;
    if (isAlike(proof, 'if-match', actor, model)) return;
    const writing: Writing = { proof, actor, action: 'edit', model };
    for (const { row } of kindsOf(proof, actor, model).filter(({ isFirst }) => isFirst)) {
      const { headers } = await service.ask(actor.id, {
        method: 'GET',
        path: recordPath(model, row.id),
      });
      const own = headers.get('etag');
      const writes = new Writes(proof, 'if-match');
      const payload = [...changesOf(writing, row)].find(({ field }) => field !== null);
      if (!payload) continue;
      for (const tag of [...(own === null ? [] : [own]), '*', WRONG]) {
        const of = (id: Row['id']) =>
          guarded(writes.change('PATCH', writing, id, payload.values), tag);
        yield* writes.ask(of(row.id), of(nobodyOf(model)));
      }
      if (!naive.may(actor, 'delete', model.name)) continue;
      const gone = (id: Row['id']) => guarded(writes.remove(writing, id), WRONG);
      if (!service.code.isReplaced(model, 'delete'))
        yield* writes.ask(gone(row.id), gone(nobodyOf(model)));
    }
  },
};

/** The write under the condition that the record has this version. */
function guarded({ write, request }: AskedWrite, tag: string): AskedWrite {
  const { actor, model, values, id, action } = write;
  const holds = () => tag !== WRONG;
  const plain = (naive: Naive) =>
    action === 'delete'
      ? naive.remove(actor, model.name, id!, holds)
      : naive.update(actor, model.name, id!, { ...values }, false, holds);
  return { write: { ...write, plain }, request: { ...request, headers: { 'if-match': tag } } };
}
