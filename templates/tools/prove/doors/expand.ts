import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Naive, Person, Row } from '../naive/naive.js';
import { askList } from './ask-list.js';
import { mayReadAll } from './chosen.js';
import { isCounted } from './count.js';
import {
  atModels,
  recordPath,
  wrongStatus,
  type Door,
  type Proof,
  type Question,
  type Wrong,
} from './door.js';
import { wrongRecords } from './list.js';
import { listed, wrongRecord } from './record-of.js';

/**
 * `_expand` adds the record to which a field refers, under the rules of that record's model. If the service has lines, it also adds
 * the lines of a record.
 */
export const expand: Door = {
  name: 'expand',
  reads: ['list', 'show'],
  claims: atModels('GET', '', '/{id}'),
  *questions(proof, actor, model) {
    for (const { name, reference } of model.columns) {
      if (!reference) continue;
      const { relation: named, model: target, key } = reference;
      const relation = { name: named, field: name, to: proof.model(target), key };
      yield askList(proof, actor, model, {
        query: { _expand: relation.name },
        needs: [name],
        judge: (told, rows) => wrongOnes(told, rows, relation, { naive: proof.naive, actor }),
      });
      yield* askOne(proof, actor, model, relation);
    }
    for (const { name } of model.children)
      yield askList(proof, actor, model, { query: { _expand: name }, needs: [], isKnown: false });
    yield* askLines(proof, actor, model);
  },
};

/** A field that refers to a record of another model. */
interface Relation {
  readonly name: string;
  readonly field: string;
  readonly to: ModelInfo;
  /** The field of that model whose values it has. */
  readonly key: string;
}

interface Reader {
  readonly naive: Naive;
  readonly actor: Person;
}

/** Compares with the record to which a field refers, as the reader would see it by its key; null if the reader may not see it. */
function wrongOne(
  told: unknown,
  id: unknown,
  { to, key }: Relation,
  { naive, actor }: Reader,
): Wrong | null {
  const by = naive.as(actor, 'show', to.name);
  const row = by.by.length > 0 ? naive.seen(by, to.name, id, key) : undefined;
  if (!row || told === null || told === undefined)
    return !row && told === null
      ? null
      : {
          expected: row ? `${to.name} ${row.id}` : 'null',
          told: JSON.stringify(told) ?? 'nothing',
        };
  return wrongRecord(told as Row, row, { naive, actor, action: 'show', model: to });
}

const wrongOnes = (
  told: readonly Row[],
  rows: readonly Row[],
  relation: Relation,
  reader: Reader,
): Wrong | null =>
  rows
    .map((row, at) => wrongOne(told[at]![relation.name], row[relation.field], relation, reader))
    .find((wrong) => wrong !== null) ?? null;

/** Expands a single record: one that the actor sees or, if they see none, the first. */
function* askOne(
  { naive }: Proof,
  actor: Person,
  model: ModelInfo,
  relation: Relation,
): Iterable<Question> {
  const row = oneOf(naive, actor, model);
  if (!row) return;
  yield {
    model: model.name,
    request: { method: 'GET', path: `${recordPath(model, row.id)}?_expand=${relation.name}` },
    judge(answer) {
      const isKnown = mayReadAll(naive, actor, model, [relation.field], 'show');
      const expected = statusOfOne(naive, actor, model, row, isKnown);
      if (answer.status !== expected) return wrongStatus(expected, answer);
      if (expected !== 200) return null;
      const told = (answer.body as Row)[relation.name];
      return wrongOne(told, row[relation.field], relation, { naive, actor });
    },
  };
}

/** Expands the lines of a record, if a feature reads lines; the service refuses other relations to many records. */
function* askLines(
  { naive, service, ...proof }: Proof,
  actor: Person,
  model: ModelInfo,
): Iterable<Question> {
  for (const { name, model: of, field, isLines } of model.children) {
    const row = oneOf(naive, actor, model);
    if (!row) return;
    const child = proof.model(of);
    yield {
      model: model.name,
      request: { method: 'GET', path: `${recordPath(model, row.id)}?_expand=${name}` },
      judge(answer) {
        const isKnown =
          service.hasLines && isLines && isCounted(naive, actor, { of: child, field });
        const expected = statusOfOne(naive, actor, model, row, isKnown);
        if (answer.status !== expected) return wrongStatus(expected, answer);
        if (expected !== 200) return null;
        const lines = listed(naive, actor, of).filter((line) => line[field] === row.id);
        return wrongRecords((answer.body as Row)[name] as Row[], lines, {
          naive,
          actor,
          model: child,
        });
      },
    };
  }
}

function oneOf(naive: Naive, actor: Person, { name }: ModelInfo): Row | undefined {
  const by = naive.as(actor, 'show', name);
  const all = naive.world[name]!;
  return all.find((row) => naive.sees(by, name, row)) ?? all[0];
}

function statusOfOne(
  naive: Naive,
  actor: Person,
  { name }: ModelInfo,
  { id }: Row,
  isKnown: boolean,
): number {
  if (!naive.may(actor, 'show', name)) return 403;
  if (!isKnown) return 400;
  return naive.seen(naive.as(actor, 'show', name), name, id) ? 200 : 404;
}
