import type { ModelInfo } from '../model/model-info.js';
import type { Grant } from '../model/access-rules.js';

/** Which fields exist for a set of roles. */
export type FieldSet = Pick<Grant, 'readable' | 'writable' | 'readableKey'>;

/** Derives field sets from the access rules; equal sets of readable fields share one key. */
export class FieldSets {
  readonly #keys = new Map<string, string>();

  constructor(readonly name: string) {}

  /** The fields that one of `roles` may read and write; `null` is the service itself, which may all. */
  of(model: ModelInfo, roles: readonly string[] | null): FieldSet {
    const may = (layer: 'read' | 'write', field: string) =>
      roles === null || allows(model, layer, field, roles);
    const readable = readableFields(model).filter((name) => name === 'id' || may('read', name));
    const writable = writableFields(model).filter((name) => may('write', name));
    return {
      readable: new Set(readable),
      writable: new Set(writable),
      readableKey: this.#keyOf(`${model.name} ${readable.join(' ')}`),
    };
  }

  #keyOf(fields: string): string {
    const key = this.#keys.get(fields) ?? `${this.name}${this.#keys.size}`;
    this.#keys.set(fields, key);
    return key;
  }
}

function allows(
  { access }: ModelInfo,
  layer: 'read' | 'write',
  field: string,
  roles: readonly string[],
): boolean {
  const rule = Object.hasOwn(access.fields, field) ? access.fields[field]![layer] : undefined;
  return rule === undefined || roles.some((role) => rule.includes(role));
}

/** Fields that stand in an answer, in its order. */
function readableFields(model: ModelInfo): string[] {
  const columns = model.columns.filter((column) => column.role !== 'hidden');
  const computed = model.extras.filter((extra) => extra.compute);
  return [...columns, ...model.links, ...computed].map((field) => field.name);
}

/** Fields that a payload may set. */
function writableFields(model: ModelInfo): string[] {
  const kept = (model.access.rows ?? []).flatMap((rule) =>
    rule.kind === 'owner' && !rule.write ? [rule.field] : [],
  );
  const columns = model.columns.filter((column) => column.role === 'data');
  const virtual = model.extras.filter((extra) => !extra.compute);
  return [...columns, ...model.links, ...virtual]
    .map((field) => field.name)
    .filter((name) => !kept.includes(name));
}
