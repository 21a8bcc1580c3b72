import type { App, Model } from '../model/model.js';
import { quoted, type Report } from '../problem.js';
import type { DraftField } from './check-references.js';
import type { SpecModel } from './spec.js';
import type { Word } from './words.js';

/** The actions that there are of rows that are only read. */
const READING: readonly string[] = ['list', 'show', 'field'];

/** Reports what a model that is only read cannot say of itself. */
export function checkReadOnly(
  spec: SpecModel,
  fields: readonly DraftField[],
  report: Report,
): void {
  const name = `\`${spec.name.value}\``;
  if (fields.every(({ field }) => field.key === null) && spec.broken.length === 0)
    report.error(
      'read-only',
      `${name} is only read, and has no key`,
      spec.name.at,
      'add `key` to the field whose values are unique: `album_id: integer:key`\na view without one can number its rows: `row_number() OVER (ORDER BY ...) AS id`',
    );
  for (const [key, groups] of [
    ['unique', spec.unique],
    ['indexes', spec.indexes],
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

const NO_TABLE = 'leave it out: migrations do not change what other programs or a view make';

/** Modifiers of what is written, or of what migrations make. */
const NEVER = [
  ...(['unique', 'index', 'search', 'default', 'on_delete', 'lines', 'from'] as const),
  ...(['sum', 'count', 'min_of', 'max_of', 'write', 'placeholder'] as const),
] as const satisfies readonly Word[];

/** Reports a field that a model which is only read cannot have, and a reference that leads to such a model. */
export function checkReadOnlyField(
  app: Pick<App, 'models'>,
  model: Model,
  { field, spec }: DraftField,
  report: Report,
): void {
  const place = `\`${model.name}.${field.name}\``;
  const at = spec.target?.at ?? spec.name.at;
  const target = app.models.find(({ name }) => name === field.reference?.model);
  if (model.readOnly === undefined) {
    if (target?.readOnly === undefined) return;
    const message = `${place} cannot refer to \`${target.name}\`, which is only read and may be a view`;
    report.error('read-only', message, at, plainly(target));
    return;
  }
  if (field.type === 'refs') {
    const message = `${place} cannot be many-to-many, because \`${model.name}\` is only read`;
    report.error('read-only', message, at, 'declare the field in the other model, or leave it out');
  } else if (target?.name === model.name) {
    const message = `${place} cannot refer to \`${model.name}\` itself, which is only read`;
    report.error('read-only', message, at, plainly(target));
  }
  for (const word of NEVER) {
    const given = spec.words[word];
    if (given === undefined) continue;
    const message = `\`${word.replace(/_of$/, '')}\` cannot be used with ${place}, because \`${model.name}\` is only read`;
    report.error('read-only', message, given.at, 'leave it out');
  }
}

/** What to write in place of a reference. */
const plainly = ({ fields }: Model): string => {
  const type = fields.find(({ key }) => key !== null)?.type ?? 'integer';
  return `write a field of the type of its key, such as \`${type}\``;
};
