import type { Sentence } from '../../../../src/model/sentence.js';
import { statementOf } from '../../../service/engine/database/dialect.js';
import type { RecordId } from '../../../service/engine/fields/record-id.js';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { LineTotals } from '../../../service/engine/records/scope.js';
import { setTotals } from '../../fake/declared-totals.js';
import { fakeRows } from '../../fake/fake-rows.js';
import { orderModels } from '../../fake/order-models.js';
import type { Naive, Row } from '../naive/naive.js';
import type { ProvedService } from '../service/start-service.js';
import type { WorldCount } from '../report/report.js';
import { Dice } from './dice.js';
import type { Alternative, Demand } from './demands.js';
import { demandsOfSentences } from './sentence-demands.js';
import { isOfPeople, setLinks, type People } from './people.js';
import { storedWorld } from './stored.js';

/** Combinations of one rule beyond which they are no longer all tried. */
const MOST = 128;
/** Rows of a model that no rule needs: a row of the caller and a row of somebody else, for code that compares with the caller. */
const PLAIN = 2;
/** Worlds at random. */
const RANDOM = 8;
const TODAY = '2026-01-15';

export interface FillParts {
  readonly service: ProvedService;
  readonly people: People;
  /** Judges which rows of another model are alike to everybody. */
  readonly naive: Naive;
  readonly seed: number;
  /** The fields that row rules look at. */
  readonly demands: readonly Demand[];
  /** Their users and rows exist in some world, whatever the rules look at. */
  readonly sentences?: readonly Sentence[] | undefined;
  readonly totals?: LineTotals | undefined;
}

/** The values of a row by which it is another world. */
type Shape = ReadonlyMap<
  string,
  { readonly value: unknown } | { readonly links: readonly RecordId[] }
>;

/**
 * Puts all worlds into the database, a row for each: per rule every combination of the values that it looks at, while no other rule
 * lets the row through; and what rules come to together. Everything else of a row is realistic. Returns how many there are.
 */
export async function fillWorlds(parts: FillParts): Promise<readonly WorldCount[]> {
  const { service, people, naive, totals } = parts;
  const { models, database } = service;
  const own = models.filter((model) => !isOfPeople(model));
  const ofSentences = demandsOfSentences(parts.sentences ?? [], models, people);
  const demands = [...parts.demands, ...ofSentences];
  const filling = { ...parts, demands };
  const dice = new Dice(parts.seed);
  const counts: WorldCount[] = [];
  for (const { model } of orderModels(own)) {
    naive.world = await storedWorld(service);
    const mine = demands.filter((one) => one.model === model.name);
    const found = mine.map((demand) => ({
      rule: demand.rule,
      ...shapesOf(demand, mine, filling, model),
    }));
    const shapes = found.flatMap(({ some }) => some);
    for (let at = 0; at < RANDOM && mine.length > 0; at++)
      shapes.push(randomShape(mine, filling, dice));
    const different = [...new Map(shapes.map((one) => [keyOf(one), one])).values()];
    const made = await addRows(parts, model, different);
    for (const { rule, some, complete } of found) {
      const there = some.filter((shape) => made.has(keyOf(shape)));
      const isWhole = complete && there.length === some.length;
      counts.push({ model: model.name, rule, worlds: there.length, complete: isWhole });
    }
  }
  if (totals) await setTotals(models, totals, database);
  naive.world = await storedWorld(service);
  return counts;
}

const keyOf = (shape: Shape): string => JSON.stringify([...shape]);

/** The combinations of one rule; the fields of other rules are closed, so that this one decides. */
function shapesOf(
  demand: Demand,
  all: readonly Demand[],
  parts: FillParts,
  model: ModelInfo,
): { readonly some: readonly Shape[]; readonly complete: boolean } {
  const closed: Shape = new Map(
    all
      .flatMap(({ fields }) => [...fields])
      .map(([field, alternatives]) => [field, closedOf(alternatives, parts, model, field)] as const)
      .flatMap(([field, value]) => (value === null ? [] : [[field, value] as const])),
  );
  let some: Shape[] = [closed];
  let complete = true;
  for (const [field, alternatives] of demand.fields) {
    const values = alternatives.flatMap((one) => expand(one, parts));
    some = some.flatMap((shape) => values.map((value) => new Map([...shape, [field, value]])));
    if (some.length <= MOST) continue;
    complete = false;
    some = some.filter((_, at) => at % Math.ceil(some.length / MOST) === 0);
  }
  return { some, complete };
}

/** Whatever rules look at, at random: what several rules come to together. */
function randomShape(demands: readonly Demand[], parts: FillParts, dice: Dice): Shape {
  return new Map(
    demands
      .flatMap(({ fields }) => [...fields])
      .flatMap(([field, alternatives]) => {
        const values = alternatives.flatMap((one) => expand(one, parts));
        return values.length > 0 ? [[field, dice.pick(values)] as const] : [];
      }),
  );
}

/** A value that opens nothing: none, or that of somebody else. */
function closedOf(
  alternatives: readonly Alternative[],
  parts: FillParts,
  model: ModelInfo,
  field: string,
): { readonly value: unknown } | null {
  const { other, tenants } = parts.people;
  if (model.links.some(({ name }) => name === field)) return null;
  const values = alternatives.flatMap((one) => ('value' in one ? [one.value] : []));
  if (values.includes(null)) return { value: null };
  const strange = values.find((value) => value === other || value === tenants[1]);
  return strange === undefined ? null : { value: strange };
}

function expand(
  alternative: Alternative,
  parts: FillParts,
): readonly ({ readonly value: unknown } | { readonly links: readonly RecordId[] })[] {
  if ('value' in alternative) return [alternative];
  const kinds = kindsOf(alternative.rowsOf, parts);
  if (alternative.links) return [{ links: [] }, ...kinds.map(({ id }) => ({ links: [id] }))];
  const { key = 'id' } = alternative;
  return kinds.flatMap((row) => (row[key] === null ? [] : [{ value: row[key] }]));
}

/** One row of each kind: rows that every actor sees alike, with equal values where rules compare them, make the same world. */
function kindsOf(model: string, { naive, people, demands }: FillParts): readonly Row[] {
  const kinds = new Map<string, Row>();
  const fields = demands.filter((one) => one.model === model).flatMap((one) => [...one.fields]);
  const compared = fields.flatMap(([name, all]) =>
    all.every((one) => 'value' in one) ? name : [],
  );
  for (const row of naive.world[model]!) {
    const seen = people.actors.map((actor) =>
      Number(naive.sees(naive.as(actor, 'list', model), model, row)),
    );
    const key = JSON.stringify([seen, compared.map((name) => row[name])]);
    if (!kinds.has(key)) kinds.set(key, row);
  }
  return [...kinds.values()];
}

/** Realistic rows, then the values that make each a world; a row that the tables forbid is no world. Returns the worlds by their keys. */
async function addRows(
  { service, people, seed }: FillParts,
  model: ModelInfo,
  shapes: readonly Shape[],
): Promise<ReadonlySet<string>> {
  const { database, models, guards } = service;
  const there = new Set<string>();
  const count = shapes.length + PLAIN;
  const before = new Set((await storedWorld(service, [model]))[model.name]!.map(({ id }) => id));
  await fakeRows(database, { models, chosen: [model], count, seed, today: TODAY, guards });
  const rows = (await storedWorld(service, [model]))[model.name]!;
  const made = rows.filter(({ id }) => !before.has(id));
  for (const [at, shape] of shapes.entries()) {
    const row = made[at];
    if (!row) continue;
    if (await assign(service, model, row.id, shape)) there.add(keyOf(shape));
    else
      await database.write((session) =>
        session.run(deletion(service, model), [database.dialect.encode(row.id, model.key)]),
      );
  }
  const plain = made.slice(shapes.length);
  for (const [at, { id }] of plain.entries())
    await assign(service, model, id, shapeOfUser(model, at === 0 ? people.me : people.other));
  return there;
}

/** All references to users refer to one user. */
const shapeOfUser = (model: ModelInfo, user: RecordId): Shape =>
  new Map(
    model.columns
      .filter(({ reference }) => reference?.model === 'User')
      .map(({ name }) => [name, { value: user }]),
  );

const deletion = ({ database: { dialect } }: ProvedService, { table, rowKey }: ModelInfo) =>
  statementOf(
    `DELETE FROM ${dialect.quote(table)} WHERE ${rowKey.is(dialect.placeholder(1), dialect)}`,
  );

/** What a field has, in the columns of its table: a reference may have several. */
function columnsOf(field: string, value: unknown, { column, composed }: ModelInfo) {
  const reference = composed?.byName.get(field);
  if (!reference) return [{ info: column.get(field)!, value }];
  return reference.parts.map((info) => ({
    info,
    value: value === null ? null : reference.valueIn(info.name, value as RecordId),
  }));
}

async function assign(
  service: ProvedService,
  model: ModelInfo,
  id: RecordId,
  shape: Shape,
): Promise<boolean> {
  const { database } = service;
  const { dialect } = database;
  const { quote, placeholder, encode } = dialect;
  const values = [...shape].flatMap(([field, to]) =>
    'value' in to ? columnsOf(field, to.value, model) : [],
  );
  const sets = values.map(({ info }, at) => `${quote(info.column)} = ${placeholder(at + 1)}`);
  const own = model.rowKey.is(placeholder(values.length + 1), dialect);
  const sql = `UPDATE ${quote(model.table)} SET ${sets.join(', ')} WHERE ${own}`;
  const encoded = values.map(({ info, value }) => (value === null ? null : encode(value, info)));
  try {
    await database.write(async (session) => {
      if (sets.length > 0) await session.run(statementOf(sql), [...encoded, encode(id, model.key)]);
      for (const [field, to] of shape) {
        const link = model.links.find(({ name }) => name === field);
        if (link && 'links' in to)
          await setLinks(service, session, {
            link,
            id,
            others: to.links,
          });
      }
    });
    return true;
  } catch (error) {
    if (database.dialect.violation(error) !== null) return false;
    throw error;
  }
}
