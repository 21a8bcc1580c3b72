import { plural, snakeCase } from '../model/names.js';
import { keyOf } from './choose-tables.js';
import type { ForeignKey, Table } from './database.js';
import type { DraftField, Named } from './draft.js';
import { ownName } from './in-schemas.js';
import { targetOf } from './links.js';

/** A table that holds nothing but pairs of rows, and the many-to-many field that it is. */
export interface Join {
  readonly table: Table;
  readonly owner: Named;
  readonly field: DraftField;
  readonly gaps: readonly string[];
}

/** The tables that are many-to-many fields under a name that a spec can say: `article_tags` with `article_id` and `tag_id`. */
export function joinsOf(naming: readonly Named[]): readonly Join[] {
  return naming.flatMap(({ table }) => joinOf(table, naming) ?? []);
}

/** The model of the table that a foreign key names; undefined if it is none. */
function modelOf(key: ForeignKey, naming: readonly Named[]): Named | undefined {
  const table = targetOf(
    key,
    naming.map((one) => one.table),
  );
  return naming.find((one) => one.table === table);
}

function joinOf(table: Table, naming: readonly Named[]): Join | null {
  const { columns } = keyOf(table);
  const [first, second, third] = table.foreignKeys;
  if (
    table.kind === 'view' ||
    table.columns.length !== 2 ||
    naming.some(({ links }) => links.composed.some(({ target }) => target === table)) ||
    columns.length !== 2 ||
    !first ||
    !second ||
    third
  )
    return null;
  for (const [own, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const [owner, target] = [modelOf(own, naming), modelOf(other, naming)];
    if (!owner || !target || owner === target || owner.table === table || target.table === table)
      continue;
    const name = table.name.slice(owner.table.name.length + 1);
    const isUsual =
      table.name === `${owner.table.name}_${name}` &&
      own.columns.join() === `${ownName(owner.table)}_id` &&
      other.columns.join() === `${ownName(target.table)}_id` &&
      leadsToKey(own.to, owner) &&
      leadsToKey(other.to, target);
    const isFree = ![...owner.fields.values()].some((field) => field.name === name);
    if (!isUsual || !isFree || !/^[a-z][a-z0-9_]*$/.test(name)) continue;
    const gaps = [own, other]
      .filter(({ onDelete }) => onDelete !== 'cascade')
      .map(({ columns, onDelete }) => `on delete ${onDelete} of ${table.name}.${columns.join()}`);
    // The usual name of the other side is that of a reference from the same model, too.
    const isNamed = owner.table.foreignKeys.some((key) => modelOf(key, naming) === target);
    const as = `${plural(snakeCase(owner.model.name))}_by_${name}`;
    const words = new Map(isNamed ? [['as', as]] : []);
    const reasons = [`the table ${table.name} holds nothing but pairs`];
    const field: DraftField = {
      name,
      column: null,
      type: ['refs', target.model.name],
      words,
      reasons,
    };
    return { table, owner, field, gaps };
  }
  return null;
}

function leadsToKey(to: readonly string[], { table }: Named): boolean {
  const { columns } = keyOf(table);
  return columns.length === 1 && columns.join() === to.join();
}
