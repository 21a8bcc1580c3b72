import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Proof } from '../doors/door.js';
import type { Person } from '../naive/naive.js';
import { foretell } from './foretell.js';
import { UNMADE, type Write } from './judge-write.js';
import { kindsOf } from './kinds.js';
import { changesOf, newRecord, newRecords, type Values, type Writing } from './payloads.js';
import { Writes, type AskedWrite } from './ask-write.js';

/** Writes of one model by one actor: some that the rules allow, of different rows, and one of each refusal. */
export interface Mixed {
  readonly allowed: readonly AskedWrite[];
  readonly refused: readonly AskedWrite[];
}

/** So many writes that are allowed go together. */
const MOST_ALLOWED = 2;

/** Changes of rows for requests that write several. */
export function mixedChanges(proof: Proof, actor: Person, model: ModelInfo, door: string): Mixed {
  const writes = new Writes(proof, door);
  const writing: Writing = { proof, actor, action: 'edit', model };
  const all = function* () {
    for (const { row } of kindsOf(proof, actor, model))
      for (const { values } of changesOf(writing, row))
        if (Object.keys(values).length > 0) yield writes.change('PATCH', writing, row.id, values);
  };
  return mixed(proof, all());
}

/** New records for requests that write several. */
export function mixedCreates(proof: Proof, actor: Person, model: ModelInfo, door: string): Mixed {
  const writes = new Writes(proof, door);
  const writing: Writing = { proof, actor, action: 'create', model };
  const of = (values: Values) => writes.create(writing, values);
  const others = [0, 1].flatMap((at): readonly Values[] => {
    const values = newRecord(writing, at);
    return values ? [values] : [];
  });
  const { allowed, refused } = mixed(
    proof,
    [...newRecords(writing)].map(({ values }) => of(values)),
  );
  const apart = others.map(of).filter(({ write }) => statusOf(proof, write) < 400);
  return { allowed: apart.length > 1 ? apart : allowed.slice(0, 1), refused };
}

function mixed(proof: Proof, all: Iterable<AskedWrite>): Mixed {
  const allowed: AskedWrite[] = [];
  const refused = new Map<number, AskedWrite>();
  for (const one of all) {
    const status = statusOf(proof, one.write);
    if (status >= 400) refused.set(status, refused.get(status) ?? one);
    else if (allowed.length < MOST_ALLOWED && isApart(one, allowed)) allowed.push(one);
  }
  return { allowed, refused: [...refused.values()] };
}

const isApart = ({ write }: AskedWrite, others: readonly AskedWrite[]): boolean =>
  write.id === null || others.every((other) => other.write.id !== write.id);

const statusOf = ({ naive }: Proof, { plain }: Write): number =>
  foretell(naive, (one) => plain(one, UNMADE)).status;

/** The lists to ask for: all that are allowed, and each refusal after a write that is allowed. */
export function listsOf({ allowed, refused }: Mixed): readonly (readonly AskedWrite[])[] {
  const lists = refused.map((one) => [
    ...allowed.filter((other) => isApart(one, [other])).slice(0, 1),
    one,
  ]);
  return allowed.length > 0 ? [allowed, ...lists] : lists;
}
