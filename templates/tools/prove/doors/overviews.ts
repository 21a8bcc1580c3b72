import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Person, Row } from '../naive/naive.js';
import { figuresOf, wrongFigures } from './aggregate.js';
import { byId, orderBy, queryText, statusOfRead, type Asked, type Parameters } from './ask-list.js';
import { chosenFields, inTurn, strangeNames, turnOf } from './chosen.js';
import { wrongStatus, type Door, type Proof, type Question, type Wrong } from './door.js';
import { mayBeLonger, type Group } from './figures.js';
import { listed } from './record-of.js';
import { isSorted } from './values.js';

const PATHS = ['aggregates', 'counts', 'groups', 'recent', 'rows'].map((name) => `/config/${name}`);

/** The overviews of a dashboard, which tell no more than the lists themselves. */
export const overviews: Door = {
  name: 'overviews',
  feature: 'dashboard',
  reads: ['list', 'figures'],
  claims: ({ method, path }) => method === 'GET' && PATHS.includes(path),
  *questions(proof, actor, model) {
    const about = { proof, actor, model };
    yield* askCounts(about);
    yield* askGroups(about);
    yield askRecent(about);
    yield* askRows(about);
    yield* askAggregates(about);
  },
};

interface About {
  readonly proof: Proof;
  readonly actor: Person;
  readonly model: ModelInfo;
}

/** A question about the rows of a list; an overview refuses what the list refuses. */
function ask(
  { proof, actor, model }: About,
  path: string,
  query: Parameters,
  refusal: Pick<Asked, 'needs' | 'isKnown'>,
  judge: (body: unknown, rows: readonly Row[]) => Wrong | null,
): Question {
  return {
    model: model.name,
    request: { method: 'GET', path: `/config/${path}?${queryText(query)}` },
    judge(answer) {
      const expected = statusOfRead(proof, actor, model, refusal);
      if (answer.status !== expected) return wrongStatus(expected, answer);
      return expected === 200 ? judge(answer.body, listed(proof.naive, actor, model.name)) : null;
    },
  };
}

function* askCounts(about: About): Iterable<Question> {
  const { prefix, access } = about.model;
  const wrongCount = (body: unknown, count: number): Wrong | null => {
    const told = (body as Record<string, unknown>)[prefix];
    return told === count ? null : { expected: `${count} records`, told: JSON.stringify(told) };
  };
  yield ask(about, 'counts', { models: prefix }, { needs: [] }, (body, rows) =>
    wrongCount(body, rows.length),
  );
  const created = about.proof.naive.world[about.model.name]!.map((row) => row['created_at']);
  const since = created.toSorted().at(-1) ?? '2026-01-01T00:00:00.000Z';
  const isKnown = about.model.column.has('created_at');
  const query = { models: prefix, since: String(since) };
  yield ask(about, 'counts', query, { needs: ['created_at'], isKnown }, (body, rows) =>
    wrongCount(body, rows.filter((row) => String(row['created_at']) >= String(since)).length),
  );
  const tenants = (access.rows ?? []).flatMap((rule) => (rule.kind === 'tenant' ? rule.field : []));
  const readable = about.proof.naive.readable(about.actor, 'list', about.model.name);
  const [field] = tenants.length === 1 && readable.has(tenants[0]!) ? tenants : [];
  const foreign = about.proof.people.tenants[1];
  const ofTenant = { models: prefix, tenant: String(foreign) };
  yield ask(about, 'counts', ofTenant, { needs: [] }, (body, rows) =>
    wrongCount(body, rows.filter((row) => field === undefined || row[field] === foreign).length),
  );
}

/** The most values of a field in an overview. */
const MOST_GROUPS = 50;

function* askGroups(about: About): Iterable<Question> {
  const { model } = about;
  for (const name of namesFor(about, 0)) {
    const column = model.column.get(name);
    const isKnown = column !== undefined && isSorted(column);
    const by = `${model.prefix}.${name}`;
    yield ask(about, 'groups', { by }, { needs: [name], isKnown }, (body, rows) => {
      const counts = new Map<string, number>();
      for (const row of rows) {
        const key = JSON.stringify(row[name] ?? null);
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      const told = (body as Record<string, { value: unknown; count: number }[]>)[by]!;
      const size = Math.min(MOST_GROUPS, counts.size);
      const isRight = told.every(({ value, count }) => counts.get(JSON.stringify(value)) === count);
      if (isRight && told.length === size) return null;
      return { expected: JSON.stringify([...counts]), told: JSON.stringify(told) };
    });
  }
}

/** Which of two overviews asks about a field that the actor may read; both ask about other fields. */
type Half = 0 | 1;

/** The fields that rules are about, another field, and a name that is not a field. */
function namesFor({ proof, actor, model }: About, half: Half): readonly string[] {
  const turn = turnOf(proof, actor);
  const readable = proof.naive.readable(actor, 'list', model.name);
  const strange = strangeNames(model).filter((name) => !name.includes('.'));
  return [...chosenFields(proof, actor, model, 1), ...inTurn(strange, turn, 1)].filter(
    (name, at) => !readable.has(name) || (turn + at) % 2 === half,
  );
}

/** The most records in the overview of recent changes. */
const MOST_RECENT = 10;
const WRITERS = ['created_by_id', 'updated_by_id', 'created_by', 'updated_by'];

function askRecent(about: About): Question {
  const { proof, actor, model } = about;
  const readable = proof.naive.readable(actor, 'list', model.name);
  const isKnown = model.column.has('updated_at');
  const refusal = { needs: ['updated_at'], isKnown };
  return ask(about, 'recent', { models: model.prefix }, refusal, (body, rows) => {
    const told = body as (Row & { readonly count?: number })[];
    const stamp = told.find((one) => !rows.some(({ id }) => id === one.id));
    if (stamp) return { expected: 'only records of the list', told: JSON.stringify(stamp) };
    const sum = told.reduce((all, { count = 1 }) => all + count, 0);
    if (told.length < MOST_RECENT && sum !== rows.length)
      return { expected: `${rows.length} records in all`, told: `${sum} in all` };
    const known = new Set(['model', 'id', '_label', 'updated_at', 'count']);
    if (readable.has('created_at')) known.add('created_at');
    if (WRITERS.some((name) => readable.has(name))) known.add('by');
    const more = told.flatMap((one) => Object.keys(one)).find((name) => !known.has(name));
    return more ? { expected: `only ${[...known].join(', ')}`, told: more } : null;
  });
}

/** The most records of a list in an overview, and the most characters of a field that sorts it. */
const MOST_ROWS = 10;
const LONGEST = 1000;

function* askRows(about: About): Iterable<Question> {
  const { prefix, column, keyColumns, composed } = about.model;
  for (const name of namesFor(about, 1)) {
    const order = orderBy(name, about.model);
    const first = name === 'id' ? keyColumns[0]! : column.get(name)!;
    const sorted = composed?.byName.get(name)?.parts ?? [first];
    // Records have the field that they are sorted by: the first of several.
    const shown = sorted.length > 1 ? sorted[0]!.name : name;
    const isKnown = order !== null && !sorted.some((one) => mayBeLonger(one, LONGEST));
    const query = { ask: `${prefix}?${queryText({ _sort: name, _order: 'DESC' })}` };
    yield ask(about, 'rows', query, { needs: [name], isKnown }, (body, rows) => {
      const latest = rows
        .toSorted((a, b) => order!(b, a) || byId(about.model)(a, b))
        .slice(0, MOST_ROWS);
      const expected = JSON.stringify(latest.map((row) => [row.id, row[shown] ?? null]));
      const [told] = body as Row[][];
      const short = JSON.stringify(told!.map((row) => [row.id, row[shown] ?? null]));
      return short === expected ? null : { expected, told: short };
    });
  }
}

function* askAggregates(about: About): Iterable<Question> {
  const { proof, actor, model } = about;
  const all = figuresOf(proof, actor, model);
  for (const figures of inTurn(all, turnOf(proof, actor), 2)) {
    const query = { ask: `${model.prefix}?${queryText(figures.query)}` };
    yield ask(about, 'aggregates', query, figures, (body) =>
      wrongFigures((body as Group[][])[0]!, figures, proof, actor, model),
    );
  }
}
