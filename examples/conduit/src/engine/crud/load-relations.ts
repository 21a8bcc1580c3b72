import type { Grant } from '../model/access-rules.js';
import type { Session } from '../database/dialect.js';
import type { ChildrenInfo, LinkInfo } from '../model/model-info.js';
import { hint } from '../problem/problem.js';
import { and, type Scalar, type Where } from '../model/where.js';
import type { Page } from './parse-page.js';
import { MAX_RECORDS, rowsOf, type Row } from './read-records.js';
import { assertReadable } from './readable-where.js';
import type { Scope } from './scope.js';

/**
 * Adds related records to records, one statement per relation, under the rules of the related model. Throws where a to-many
 * relation has more than `MAX_RECORDS` in total.
 */
export async function loadRelations(
  rows: readonly Row[],
  names: readonly string[],
  grant: Grant,
  session: Session,
  scope: Scope,
): Promise<void> {
  for (const name of new Set(names)) {
    const load = loaderOf(name, grant, scope);
    await load(rows, session);
  }
}

type Load = (rows: readonly Row[], session: Session) => Promise<void>;

function loaderOf(name: string, grant: Grant, scope: Scope): Load {
  const { model } = scope;
  const column = model.columns.find(({ reference }) => reference?.relation === name);
  if (column) {
    assertReadable(column.name, grant, model);
    return loadParents(name, column.name, column.reference!.model, scope);
  }
  const link = model.links.find((candidate) => candidate.name === name);
  if (link) {
    assertReadable(name, grant, model);
    return loadLinked(link, scope);
  }
  const children = model.children.find((candidate) => candidate.name === name);
  if (children && scope.core.byName.has(children.model)) return loadChildren(children, scope);
  throw new TypeError(`${model.name} has no relation ${name}${hint(name, relationsOf(scope))}`);
}

const loadParents =
  (name: string, field: string, target: string, scope: Scope): Load =>
  async (rows, session) => {
    const keys = keysIn(rows.map((row) => row[field]));
    const found = byKey(await readWhere('id', keys, target, session, scope), 'id');
    for (const row of rows) put(row, name, found.get(row[field])?.[0] ?? null);
  };

const loadLinked =
  ({ name, key, model: target }: LinkInfo, scope: Scope): Load =>
  async (rows, session) => {
    const keysOf = (row: Row) => row[name] as readonly unknown[];
    const keys = keysIn(rows.flatMap(keysOf));
    const records = await readWhere(key, keys, target, session, scope, BOUND);
    const found = byKey(bounded(records, name, target, scope), key);
    for (const row of rows) {
      const linked = keysOf(row).flatMap((one) => found.get(one) ?? []);
      put(row, name, linked);
    }
  };

const loadChildren =
  ({ name, model: target, field }: ChildrenInfo, scope: Scope): Load =>
  async (rows, session) => {
    const mayList = scope.access.grant(scope.user, 'list', scope.core.model(target)) !== null;
    const ids = mayList ? rows.map(({ id }) => id) : [];
    const records = await readWhere(field, ids, target, session, scope, BOUND);
    const found = byKey(bounded(records, name, target, scope), field);
    for (const row of rows) put(row, name, found.get(row.id) ?? []);
  };

/** One more than is allowed. */
const BOUND = { start: 0, end: MAX_RECORDS + 1 };

/** Related records that were read within the bound; nothing else limits a to-many relation. */
function bounded(rows: readonly Row[], name: string, target: string, { model }: Scope) {
  if (rows.length <= MAX_RECORDS) return rows;
  throw new RangeError(
    `${model.name}.${name} has more than ${MAX_RECORDS} records here: ask for fewer ${model.name} records, or read those of ${target} with \`each\``,
  );
}

/**
 * Records of another model that this user may read, by the values of one of its fields, which they must be allowed to read as
 * well.
 */
async function readWhere(
  field: string,
  keys: readonly Scalar[],
  target: string,
  session: Session,
  scope: Scope,
  page?: Page,
): Promise<readonly Row[]> {
  const related = { ...scope, model: scope.core.model(target) };
  const grant = scope.access.grant(scope.user, 'show', related.model);
  if (!grant || keys.length === 0) return [];
  assertReadable(field, grant, related.model);
  const where = and({ op: 'in', field, values: keys } satisfies Where, grant.where);
  const order = [{ field: 'id', direction: 'ASC' as const }];
  return rowsOf({ where, order, page }, grant, session, related);
}

const put = (row: Record<string, unknown>, name: string, value: unknown): void => {
  row[name] = value;
};

const keysIn = (values: readonly unknown[]): readonly Scalar[] =>
  [...new Set(values)].filter((value): value is Scalar => value !== null && value !== undefined);

function byKey(rows: readonly Row[], field: string): ReadonlyMap<unknown, readonly Row[]> {
  const found = new Map<unknown, Row[]>();
  for (const row of rows) {
    const group = found.get(row[field]) ?? [];
    found.set(row[field], group);
    group.push(row);
  }
  return found;
}

function relationsOf({ model }: Scope): readonly string[] {
  const parents = model.columns.flatMap(({ reference }) => reference?.relation ?? []);
  return [...parents, ...[...model.links, ...model.children].map(({ name }) => name)];
}
