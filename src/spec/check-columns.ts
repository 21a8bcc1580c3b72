import { builtInProperties, isBuiltIn, withLogin } from '../model/built-in.js';
import { stampsOf } from '../model/columns.js';
import { keysOf } from '../model/keys.js';
import type { Field, Model } from '../model/model.js';
import type { Report } from '../problem.js';
import type { SpecField } from './spec.js';

/** Checks that each new field of a model has a column for itself; SQLite takes names that differ in capitals alone for one. */
export function checkColumns(
  model: Model,
  fields: readonly { readonly field: Field; readonly spec: SpecField }[],
  report: Report,
): void {
  const taken = new Map(ownColumns(model, fields));
  for (const { field, spec } of fields) {
    if (field.type === 'refs') continue;
    const key = field.column.toLowerCase();
    const other = taken.get(key);
    // Two fields of one name have been reported.
    if (other !== undefined && other.toLowerCase() !== field.name.toLowerCase()) {
      const at = spec.words.column?.at ?? spec.name.at;
      const message = `\`${field.name}\` has the column \`${field.column}\`, which \`${other}\` of \`${model.name}\` has already`;
      report.error('duplicate-column', message, at, 'write another name after `column=`');
    }
    taken.set(key, field.name);
  }
}

/** The columns that a model has without new fields, with what they are called in JSON. */
function ownColumns(
  model: Model,
  added: readonly { readonly field: Field }[],
): readonly (readonly [column: string, name: string])[] {
  const fields = withLogin(model).filter(({ type }) => type !== 'refs');
  const all = [...model.fields, ...added.map(({ field }) => field)];
  const isCounted = isBuiltIn(model) || keysOf({ fields: all }).length === 0;
  const others = (model.others ?? []).map(({ column }) => column);
  const named = [...builtInProperties(model), ...stampsOf(model), ...others];
  return [
    ...(isCounted ? ['id', ...named] : named).map((name) => [name.toLowerCase(), name] as const),
    ...fields.map(({ name, column }) => [column.toLowerCase(), name] as const),
  ];
}
