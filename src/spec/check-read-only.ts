import { quoted, type Report } from '../problem.js';
import type { DraftField } from './check-references.js';
import type { SpecModel } from './spec.js';

/** The actions that there are of rows that are only read. */
const READING: readonly string[] = ['list', 'show', 'field'];

/** Reports what a model that is only read cannot say of itself. */
export function checkReadOnly(
  spec: SpecModel,
  fields: readonly DraftField[],
  report: Report,
): void {
  const name = `\`${spec.name.value}\``;
  for (const { spec: one } of fields) {
    const { on_delete: deletion } = one.words;
    if (deletion === undefined) continue;
    const message = `${name} is only read, so nothing happens to its rows when the other row is deleted`;
    report.error('read-only', message, deletion.at, 'leave `on_delete` out');
  }
  for (const [key, groups] of [
    ['unique', spec.unique],
    ['indexes', spec.indexes],
    ['sql_indexes', spec.sqlIndexes.map(({ name }) => name)],
    ['checks', spec.checks.map(({ name }) => name)],
    ['no_overlap', spec.noOverlap ? [spec.noOverlap] : []],
    ['frozen', spec.frozen ? [spec.frozen.when] : []],
  ] as const)
    for (const { at } of groups)
      report.error('read-only', `${name} is only read, and cannot have \`${key}\``, at, NO_TABLE);
  for (const { role, actions } of spec.access) {
    const writing = actions.filter(({ value }) => !READING.includes(value));
    if (writing.length === 0) continue;
    const names = quoted(writing.map(({ value }) => value));
    const message = `${name} is only read, so ${role.value} cannot have ${names}`;
    report.error('read-only', message, writing[0]!.at, 'keep `list` and `show`');
  }
}

/** Modifiers that a model which is only read cannot have, at the place where a field has one. */
export const WRITTEN = [
  ...(['unique', 'index', 'search', 'default', 'lines', 'from', 'sum', 'count'] as const),
  ...(['min_of', 'max_of', 'write', 'placeholder', 'steps'] as const),
] as const;

const NO_TABLE = 'leave it out: migrations do not change what other programs or a view make';
