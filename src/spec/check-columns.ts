import { builtInProperties, isBuiltIn, withLogin } from '../model/built-in.js';
import { hasColumn } from '../model/composite-references.js';
import { STAMPS, stampsOf } from '../model/columns.js';
import { keysOf } from '../model/keys.js';
import type { Field, Model } from '../model/model.js';
import type { Position, Report } from '../problem.js';
import type { SpecField } from './spec.js';

interface Added {
  readonly field: Field;
  readonly spec: SpecField;
}

/** Checks that each new field of a model has a column for itself; SQLite takes names that differ in capitals alone for one. */
export function checkColumns(model: Model, fields: readonly Added[], report: Report): void {
  const taken = new Map(ownColumns(model, fields));
  for (const { field, spec } of fields) {
    if (!hasColumn(field)) continue;
    const key = field.column.toLowerCase();
    const other = taken.get(key);
    const at = spec.words.column?.at ?? spec.name.at;
    if (other !== undefined) reportTaken(model, field, other, at, report);
    taken.set(key, field.name);
  }
  checkStamps(model, fields, report);
  checkDeletion(model, fields, report);
}

function reportTaken(model: Model, field: Field, other: string, at: Position, report: Report) {
  const isOfModel = stampsOf(model).includes(other);
  const isSame = other.toLowerCase() === field.name.toLowerCase();
  // Two fields of one name have been reported.
  if (isSame && !isOfModel) return;
  const owner = isOfModel ? '`timestamps`' : `\`${other}\``;
  const message = `\`${field.name}\` has the column \`${field.column}\`, which ${owner} of \`${model.name}\` has already`;
  const help = isSame
    ? 'write `timestamps: false`, or leave the field out'
    : 'write another name after `column=`';
  report.error('duplicate-column', message, at, help);
}

/** Reports fields that are together what `timestamps` are, as which code is read. */
function checkStamps(model: Model, fields: readonly Added[], report: Report): void {
  const all = [...model.fields, ...fields.map(({ field }) => field)];
  const isStamp = ({ stamp, column }: Field) => stamp !== null && STAMPS.includes(column);
  const last = fields.findLast(({ field }) => isStamp(field));
  if (last === undefined || all.filter(isStamp).length < STAMPS.length) return;
  report.error(
    'bad-stamp',
    '`created_at` and `updated_at` together are `timestamps`',
    last.spec.name.at,
    model.fields.some(isStamp)
      ? 'add the column to the class (`@UpdateDateColumn({ type: DATETIME, precision: 3 })`), then run: crudgen sync'
      : 'leave both fields and `timestamps: false` out',
  );
}

/** Reports a second moment of deletion: a row is deleted once. */
function checkDeletion(model: Model, fields: readonly Added[], report: Report): void {
  const all = [...model.fields, ...fields.map(({ field }) => field)];
  const [first, second] = all.filter(({ stamp }) => stamp === 'deleted');
  const isOther = model.others?.some(({ kind }) => kind === 'deletion') === true;
  const last = fields.findLast(({ field }) => field.stamp === 'deleted');
  if (last === undefined || !(second ?? (first && isOther))) return;
  const message = `\`${model.name}\` has a moment of deletion already`;
  report.error('bad-stamp', message, last.spec.words.deleted!.at, 'remove one of the two');
}

/** The columns that a model has without new fields, with what they are called in JSON. */
function ownColumns(
  model: Model,
  added: readonly Added[],
): readonly (readonly [column: string, name: string])[] {
  const fields = withLogin(model).filter(hasColumn);
  const all = [...model.fields, ...added.map(({ field }) => field)];
  const isKeyed = model.readOnly === true || keysOf({ fields: all }).length > 0;
  const isCounted = isBuiltIn(model) || !isKeyed;
  const others = (model.others ?? []).map(({ column }) => column);
  const named = [...builtInProperties(model), ...stampsOf(model), ...others];
  return [
    ...(isCounted ? ['id', ...named] : named).map((name) => [name.toLowerCase(), name] as const),
    ...(model.rowNumber ? [[model.rowNumber.column, model.rowNumber.name] as const] : []),
    ...fields.map(({ name, column }) => [column.toLowerCase(), name] as const),
  ];
}
