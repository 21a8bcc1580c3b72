import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { decidingTenant } from '../../access/row-rules.js';
import type { ColumnInfo } from '../../fields/column-info.js';
import { foldWhere } from '../../model/fold-where.js';
import { ALL, and, or, type Where } from '../../model/where.js';
import { HttpProblem, coded, forbidden, invalid, spokenName } from '../../problem/problem.js';
import { compileWhere } from '../conditions/compile-where.js';
import { findTargets } from '../reading/links.js';
import { namesNone, refusedIds } from './references.js';
import { rowExists } from '../reading/rows-where.js';
import type { Rows, Write } from '../scope.js';
import { defaultValue } from './check-payload.js';
import { isEmpty } from './draft.js';
import { insertedValues, updatedValues } from './stored-rows.js';

/**
 * 403, with its reason unless that is confidential; 422 where it is about an owner whose id is in the draft, as if there were
 * no such user.
 */
export const hiddenProblem = (refused: Write): Promise<HttpProblem> =>
  refused.core.database.read((session) => hiddenProblemIn({ ...refused, session }));

/** The problem of a row that the row rules hide, in the session of the write. */
export async function hiddenProblemIn(refused: Write): Promise<HttpProblem> {
  const { model, user } = refused;
  const [first, ...rest] = await refusedIds('owner', refused);
  if (first) return invalid([first, ...rest]);
  const what = `this ${spokenName(model.name)} from you`;
  const byTenant = model.access.rows?.some(({ kind }) => kind === 'tenant');
  return byTenant && user.tenants.length === 0
    ? forbidden(
        `You belong to no active tenant, and the row rules would hide ${what}. An administrator can add you to one: ` +
          `PATCH /user/${user.id} with {"tenants": [<id>]}.`,
        'no-tenant',
      )
    : (unnamedTenant(refused) ?? forbidden(`The row rules would hide ${what}.`, 'row-rule'));
}

/** The refusal at the field of the tenant where its writer has several and names none; null where that is not why. */
function unnamedTenant(refused: Write): HttpProblem | null {
  const { model, user } = refused;
  const field = decidingTenant(model);
  if (field === null || user.tenants.length < 2 || !namesNone(field, refused)) return null;
  const message = `${field} is required: it says to which of your tenants this ${spokenName(model.name)} belongs.`;
  return new HttpProblem(
    403,
    message,
    [{ field, code: 'required', message }],
    {},
    coded('row-rule'),
  );
}

/** Would the row rules hide the row that a refused write would have made? */
export const isHidden = (refused: Write): Promise<boolean> =>
  refused.core.database.read((session) => wouldBeHidden({ ...refused, session }));

/** Would the row rules hide the row, asked before it is made, in the session of the write? Evaluated on a row constructed in the query. */
export async function wouldBeHidden(write: Write): Promise<boolean> {
  const { core, model, id, grant, session } = write;
  const { dialect } = core;
  const values: unknown[] = [dialect.encode(id, model.key)];
  const rules = await settleLinks(grant.where, write);
  const condition = compileWhere(rules, model, core, values.length);
  values.push(...condition.values);
  const bind = (value: unknown) => dialect.placeholder(values.push(value));
  const columns = comingRow({ ...write, mentioned: condition.sql }, bind);
  const isRow = model.rowKey.is(dialect.placeholder(1), dialect);
  const stored = `(SELECT 1 AS _one) _start LEFT JOIN ${dialect.quote(model.table)} ON ${isRow}`;
  const coming = `SELECT ${columns.join(', ')} FROM ${stored}`;
  const candidate = `(${generatedAnew(coming, condition.sql, write)}) wanted`;
  const sql = `SELECT 1 FROM ${candidate} WHERE ${condition.sql}`;
  const statement = core.statements.get(sql, () => sql);
  return (await session.rows(statement, values)).length === 0;
}

/**
 * The columns of the row as the write would leave it, each an expression over the stored row. Rules that saw another row than the
 * statement makes would answer 409 for a row that they hide, and so tell which values hidden rows have.
 */
function comingRow(
  write: Write & { readonly mentioned: string },
  bind: (value: unknown) => string,
): readonly string[] {
  const { core, model, id, draft } = write;
  const { dialect } = core;
  const isWritten = id === null || !isEmpty(draft);
  const set =
    id === null ? insertedValues(draft.columns, model) : updatedValues(draft.columns, model);
  const computed = new Set(computedColumns(write).map(({ databaseName }) => databaseName));
  const others = model.stored.filter((info) => !computed.has(info.column));
  return others.map((info) => {
    const column = dialect.quote(info.column);
    const as = (expression: string): string => `${dialect.cast(expression, info)} AS ${column}`;
    if (!isWritten) return column;
    if (set.has(info)) return as(bind(dialect.encode(set.get(info), info)));
    if (id !== null) return info.role === 'version' ? `${column} + 1 AS ${column}` : column;
    // SQL of one database is of no use in another, where no rule asks for it.
    const isAsked = info.default?.kind !== 'database' || write.mentioned.includes(column);
    return as(isAsked ? filledIn(info, write, bind) : 'NULL');
  });
}

const computedColumns = ({ core, model }: Rows): readonly ColumnMetadata[] =>
  core.database.dataSource
    .getMetadata(model.entity)
    .columns.filter(({ asExpression }) => asExpression !== undefined);

/** A query for the coming row with the generated columns that a condition mentions: as the database will compute them from the others. */
function generatedAnew(coming: string, condition: string, rows: Rows): string {
  const { dialect } = rows.core;
  return computedColumns(rows)
    .map(({ databaseName, asExpression }) => [dialect.quote(databaseName), asExpression] as const)
    .filter(([column]) => condition.includes(column))
    .reduce((all, [column, sql]) => `SELECT *, ${sql} AS ${column} FROM (${all}) coming`, coming);
}

/** An expression for the value that the database fills in if an insert leaves a column out. */
function filledIn(
  info: ColumnInfo,
  { core, model }: Rows,
  bind: (value: unknown) => string,
): string {
  if (!info.default) return 'NULL';
  if (info.default.kind !== 'database')
    return bind(core.dialect.encode(defaultValue(info.default), info));
  const { columns } = core.database.dataSource.getMetadata(model.entity);
  const sql = columns.find(({ databaseName }) => databaseName === info.column)!
    .default as () => string;
  return `(${sql()})`;
}

/** Resolves conditions on links that the draft sets, as far as possible: the constructed row does not have them yet. */
async function settleLinks(where: Where, refused: Write): Promise<Where> {
  return foldWhere<Promise<Where>>(where, {
    joined: async (op, items) => (op === 'and' ? and : or)(...(await Promise.all(items))),
    not: async (item) => ({ op: 'not', item: await item }),
    related: async (relation) =>
      relation.op === 'linked' ? settleLink(relation, refused) : relation,
    own: async (own) => own,
  });
}

async function settleLink(where: Extract<Where, { op: 'linked' }>, refused: Write): Promise<Where> {
  const { core, model, session, access, draft, grant } = refused;
  const keys = draft.links[where.field];
  if (!keys) return where;
  const link = model.links.find(({ name }) => name === where.field)!;
  const target = core.model(link.model);
  const found = await findTargets(link, keys, refused);
  const ids = found.map(([id]) => id);
  const chosen = and({ op: 'in', field: 'id', values: ids }, where.where);
  if (await rowExists(chosen, { core, model: target, session })) return ALL;
  // Links to rows that the writer does not see are kept.
  const unseen: Where = { op: 'not', item: access.rowWhere(grant, target) };
  return { ...where, where: and(unseen, where.where) };
}
