import { describe, expect, it } from 'vitest';
import { holdsInPostgres } from '../../baseline/declared-types.js';
import { isThere } from '../../baseline/is-there.js';
import { catalog } from '../../database/postgres/compile-step.js';
import { replay } from '../../database/steps/replay.js';
import { NOW } from '../../database/column-types.js';
import { changeColumn, createTable } from '../../database/steps/step.js';
import type { ColumnSpec } from '../../database/steps/schema.js';

const types = { ...catalog, holds: holdsInPostgres };

/** Whether a column of a table in PostgreSQL counts as changed from one specification to another. */
function isChanged(
  [old, spec]: readonly [ColumnSpec, ColumnSpec],
  { type, nullable = false, sql }: { type: string; nullable?: boolean; sql?: string },
): boolean {
  const before = replay([createTable('task', { id: { type: 'id' }, title: old })]);
  const column = { type, nullable, hasDefault: sql !== undefined };
  const table = { columns: new Map([['title', column]]), indexes: [], foreignKeys: [] };
  const live = { tables: new Map([['task', table]]), defaultOf: () => sql, hasRule: () => false };
  return isThere(changeColumn('task', 'title', spec), before, live, types);
}

const text = (length: number): ColumnSpec => ({ type: 'string', length });

describe('a changed column', () => {
  it.each([
    ['has room for the new length', 'character varying(200)', true],
    ['has the old length', 'character varying(80)', false],
    ['is wider than both', 'text', true],
    ['is of a type that steps do not know', 'mood', true],
  ])('that %s', (_, type, isDone) => {
    expect(isChanged([text(80), text(200)], { type })).toBe(isDone);
  });

  it.each([
    ['is optional as it shall be', true, true],
    ['is still required', false, false],
  ])('that %s', (_, nullable, isDone) => {
    const type = 'character varying(80)';
    const specs = [text(80), { ...text(80), nullable: true }] as const;
    expect(isChanged(specs, { type, nullable })).toBe(isDone);
  });

  it.each([
    ['a', undefined, `'a'::character varying`, false],
    ['a', undefined, undefined, true],
    ['a', 'b', `'a'::character varying`, false],
    ['a', 'b', `'b'::character varying`, true],
    [undefined, `it's`, `'it''s'::text`, true],
    [undefined, 'b', undefined, false],
    [`it's`, 'b', `'it''s'::text`, false],
  ])('whose default was %s and is %s, and is %s in the database', (was, is, sql, isDone) => {
    const specs = [
      { ...text(80), default: was },
      { ...text(80), default: is },
    ] as const;
    const type = 'character varying(80)';
    expect(isChanged(specs, { type, ...(sql !== undefined && { sql }) })).toBe(isDone);
  });

  it.each([
    [5, '5', false],
    [5, '(5)::bigint', false],
    [5, '6', true],
    [true, 'true', false],
    [true, '1', false],
    [NOW, `date_trunc('milliseconds'::text, now())`, false],
    [NOW, '7', true],
  ])('whose default was %s, and is %s in the database', (was, sql, isDone) => {
    const specs = [
      { type: 'integer', default: was },
      { type: 'integer', default: 7 },
    ] as const;
    expect(isChanged(specs, { type: 'bigint', sql })).toBe(isDone);
  });
});
