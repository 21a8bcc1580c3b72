import type { ColumnInfo } from '../../../service/engine/fields/column-info.js';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Where } from '../../../service/engine/model/where.js';

/** A condition that fits its model, with relations as the fields that carry them. */
export type Checked = Exclude<Where, { readonly op: 'related' }>;
/** A condition on rows beyond the row itself. */
export type Beyond = Extract<Where, { readonly op: 'parent' | 'children' | 'linked' }>;
type Related = Extract<Where, { readonly op: 'related' }>;

/**
 * A condition as the contract understands it: known operators, fields of the model, and a value of the field's kind wherever one is
 * compared. Throws for everything else: such a rule lets nothing through. Items of "and" that settle it are looked at like all others.
 */
export function checked(where: Where, model: ModelInfo, models: readonly ModelInfo[]): Checked {
  const again = (inner: Where, of: ModelInfo = model) => checked(inner, of, models);
  switch (where.op) {
    case 'and':
    case 'or':
      return { op: where.op, items: where.items.map((item) => again(item)) };
    case 'not':
      return { op: 'not', item: again(where.item) };
    case 'related':
      return again(named(where, model));
    case 'parent':
    case 'children':
    case 'linked': {
      const to = modelOf(targetOf(where, model), models);
      if (where.op === 'children')
        demand(columnOf(to, where.field).reference?.model === model.name, 'refers elsewhere');
      return { ...where, where: again(where.where, to) };
    }
    case 'rule':
      modelOf(targetOf({ op: 'parent', field: where.field, where }, model), models);
      return where;
    default:
      checkOwn(where, model);
      return where;
  }
}

function checkOwn(where: Exclude<Checked, Beyond>, model: ModelInfo): void {
  const column = (name: string) => columnOf(model, name);
  switch (where.op) {
    case 'all':
    case 'none':
      return;
    case 'null':
      return void column(where.field);
    case 'same':
    case 'less':
      return void [column(where.field), column(where.other)];
    case 'words':
      return where.fields.forEach((field) => void column(field));
    case 'in':
      return where.values.forEach((value) => {
        demand(isOfKind(value, column(where.field)), 'no value of its kind');
      });
    case 'contains':
    case 'startsWith': {
      const { type } = column(where.field);
      demand(typeof where.value === 'string', 'no text');
      demand(where.op === 'contains' || ['string', 'text', 'enum'].includes(type), 'no text');
      return;
    }
    case 'eq':
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return demand(isOfKind(where.value, column(where.field)), 'no value of its kind');
    default:
      throw new TypeError('not a condition');
  }
}

function isOfKind(value: unknown, { type, transformer }: ColumnInfo): boolean {
  if (value === undefined || value === null) return false;
  if (transformer || type === 'json') return true;
  if (type === 'integer' || type === 'float' || type === 'decimal')
    return typeof value === 'number' && Number.isFinite(value);
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'bigint') return typeof value === 'bigint' || /^-?\d+$/.test(textOf(value));
  return typeof value === 'string';
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The model whose rows a condition looks at. */
export function targetOf(where: Beyond, model: ModelInfo): string {
  if (where.op === 'children') return where.model;
  if (where.op === 'linked') {
    const link = model.links.find(({ name }) => name === where.field);
    demand(link !== undefined, 'no such link');
    return link!.model;
  }
  const { reference } = columnOf(model, where.field);
  demand(reference !== null, 'no reference');
  return reference!.model;
}

/** A relation by its name as the field that carries it, on this side or on the other. */
function named({ as, relation, where }: Related, model: ModelInfo): Beyond {
  if (as === 'linked') return { op: 'linked', field: relation, where };
  const key = model.columns.find(({ reference }) => reference?.relation === relation);
  if (as === 'parent' && key) return { op: 'parent', field: key.name, where };
  const others = as === 'parent' ? (model.ones ?? []) : model.children;
  const other = others.find(({ name }) => name === relation);
  demand(other !== undefined, 'no such relation');
  return { op: 'children', model: other!.model, field: other!.field, where };
}

function columnOf(model: ModelInfo, name: string): ColumnInfo {
  const column = model.column.get(name);
  demand(column !== undefined, 'no such field');
  return column!;
}

function modelOf(name: string, models: readonly ModelInfo[]): ModelInfo {
  const model = models.find((one) => one.name === name);
  demand(model !== undefined, 'no such model');
  return model!;
}

function demand(fits: boolean, message: string): void {
  if (!fits) throw new TypeError(message);
}
