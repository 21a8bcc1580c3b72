import { labelText, parseLabel, plainLabel } from './label.js';
import type { ModelInfo } from '../model/model-info.js';
import type { Values } from '../model/hooks.js';

/** Turns a record's values, as the API has them, into its JSON text. */
export type Serializer = (row: Values) => string;

/** The reference on every database: `id`, `_label`, columns, links, computed fields, timestamps. */
export function createSerializer(model: ModelInfo, readable: ReadonlySet<string>): Serializer {
  const label = createLabel(model, readable);
  const members = fieldsInOrder(model, readable).map((name) => ({
    key: `,${JSON.stringify(name)}:`,
    name,
    compute: model.extras.find((extra) => extra.name === name)?.compute ?? null,
  }));
  return (row) => {
    let text = `{"id":${row.id as number},"_label":${JSON.stringify(label(row))}`;
    for (const { key, name, compute } of members) {
      text += key + jsonText(compute ? computed(compute, row) : row[name]);
    }
    return `${text}}`;
  };
}

/** Null where the developer's function met a field that this reader has not. */
function computed(compute: (row: Values) => unknown, row: Values): unknown {
  try {
    return compute(row);
  } catch {
    return null;
  }
}

/** Names of all readable fields but `id`, in the order of the answer. */
function fieldsInOrder(model: ModelInfo, readable: ReadonlySet<string>): readonly string[] {
  const isStamp = (name: string) =>
    ['created', 'updated'].includes(model.column.get(name)?.role ?? '');
  const names = [...readable].filter((name) => name !== 'id');
  return [...names.filter((name) => !isStamp(name)), ...names.filter(isStamp)];
}

/** Most values need no more than their own text. */
function jsonText(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value + 0) : 'null';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  return JSON.stringify(value) ?? 'null';
}

function createLabel(model: ModelInfo, readable: ReadonlySet<string>): (row: Values) => string {
  if (model.label.kind === 'template') {
    const template = parseLabel(model.label.template, model, readable);
    return (row) => labelText(template, model, row);
  }
  const { label } = model.label;
  return (row) => {
    try {
      return String(label(row));
    } catch {
      // The developer's function met a field that this reader has not.
      return plainLabel(model, row.id);
    }
  };
}
