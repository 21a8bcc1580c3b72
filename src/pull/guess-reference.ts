import type { Column } from './database.js';
import type { DraftField, Found, Named, Word } from './draft.js';
import { bareSql, because, type FieldContext, oneLine } from './guess-field.js';
import type { Link } from './links.js';

/** A reference with what it is called. */
export interface Reference {
  readonly link: Link;
  readonly target: Named;
  /** The relation from the other side; null for the usual name. */
  readonly as: string | null;
  /** Whether the rows are lines of those that they refer to. */
  readonly lines: boolean;
}

/** The field of a foreign key of one column. */
export function guessReference(
  column: Column,
  { link, target, as, lines }: Reference,
  context: FieldContext,
  found: Found,
): DraftField {
  const { name, unique, key, isView } = context;
  const words = new Map<string, Word>();
  const set = (word: string, value: Word | false | null | undefined) => {
    if (value !== false && value !== null && value !== undefined) words.set(word, value);
  };
  const isKey = key.includes(column.name);
  const required = !column.nullable;
  set('key', isKey);
  set('required', required && !isKey && !lines);
  set('unique', unique.has(column.name) && !isKey);
  if (lines) set('lines', true);
  else if (!isView) set('on_delete', onDeleteOf(link, required || isKey));
  set('to', link.to !== null && target.fields.get(link.to)!.name);
  set('default_sql', !isKey && !isView && !lines && defaultOf(column));
  set('index', !isView && !isIndexed(column, context) && 'none');
  set('as', as);
  set('column', column.name !== name.name && column.name);
  found.gaps.push(...gapsOf(column, link, context, words.has('default_sql')));
  const why = lines ? ['rows go with theirs, whose key is a part of their own'] : [];
  return {
    name: name.name,
    column,
    type: ['ref', target.model.name],
    words,
    reasons: [...because(name), ...why],
  };
}

/** The default as SQL that both databases take, without the cast that PostgreSQL has behind a text; null without one. */
function defaultOf({ default: initial }: Column): string | null {
  if (initial === null || /^null\b/i.test(initial)) return null;
  return /^('(?:[^']|'')*')::[\w ]+$/.exec(initial)?.[1] ?? bareSql(initial);
}

/** Whether an index begins with the column; one that is unique, or the first of a key, has an index by itself. */
const isIndexed = ({ name }: Column, { begun, unique, key }: FieldContext): boolean =>
  begun.has(name) || unique.has(name) || key[0] === name;

/** What happens when the other row is deleted; null for the usual. A required column cannot be set to null, so that the database refuses. */
function onDeleteOf({ key: { onDelete } }: Link, required: boolean): string | null {
  if (onDelete === 'cascade') return 'cascade';
  return required || onDelete === 'set null' ? null : 'restrict';
}

function gapsOf(
  column: Column,
  { key }: Link,
  { rules }: FieldContext,
  isSaid: boolean,
): readonly string[] {
  const { name, default: initial } = column;
  return [
    ...(key.onDelete === 'set default'
      ? [`on delete set default of ${name}: rows are kept from being deleted`]
      : []),
    ...(isSaid || initial === null || /^null\b/i.test(initial)
      ? []
      : [`default ${oneLine(initial)} of ${name}`]),
    ...rules.map(({ sql }) => `check ${oneLine(sql)}`),
  ];
}
