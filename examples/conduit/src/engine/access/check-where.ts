import { isPlainJson } from '../fields/check-value.js';
import { isText, type ColumnInfo } from '../fields/column-info.js';
import type { ModelInfo } from '../model/model-info.js';
import type { Comparand, Where } from '../model/where.js';

type Models = ReadonlyMap<string, ModelInfo>;

/** Throws unless the condition fits the model: known fields, and a value wherever one is needed. */
export function checkWhere(where: Where, model: ModelInfo, models: Models): void {
  switch (where.op) {
    case 'all':
    case 'none':
      return;
    case 'and':
    case 'or':
      return where.items.forEach((item) => checkWhere(item, model, models));
    case 'not':
      return checkWhere(where.item, model, models);
    case 'null':
      return void columnOf(model, where.field);
    case 'same':
      return void [columnOf(model, where.field), columnOf(model, where.other)];
    case 'eq':
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return checkValue(columnOf(model, where.field), where.value);
    case 'in':
      return where.values.forEach((value) => checkValue(columnOf(model, where.field), value));
    case 'contains':
    case 'startsWith': {
      const column = columnOf(model, where.field);
      if (typeof where.value !== 'string') throw new TypeError(`${where.op} needs a string`);
      if (where.op === 'startsWith' && !isText(column))
        throw new TypeError(`${column.name} is not a text column`);
      return;
    }
    case 'parent':
      return checkWhere(where.where, modelOf(models, targetOf(model, where.field)), models);
    case 'rule':
      return void modelOf(models, targetOf(model, where.field));
    case 'children': {
      const child = modelOf(models, where.model);
      const points = columnOf(child, where.field).reference?.model === model.name;
      if (!points)
        throw new TypeError(`${where.model}.${where.field} does not refer to this model`);
      return checkWhere(where.where, child, models);
    }
    case 'linked': {
      const link = model.links.find((candidate) => candidate.name === where.field);
      if (!link) throw new TypeError(`${model.name}.${where.field} is not a many-to-many field`);
      return checkWhere(where.where, modelOf(models, link.model), models);
    }
    default:
      throw new TypeError('not a condition');
  }
}

/** How a text compares with a number would differ between databases. */
function checkValue(column: ColumnInfo, value: Comparand): void {
  const fits = column.transformer ? value !== undefined && value !== null : kindFits(column, value);
  if (!fits) throw new TypeError(`${column.name} cannot be compared with ${typeof value}`);
}

function kindFits(column: ColumnInfo, value: Comparand): boolean {
  switch (column.type) {
    case 'integer':
    case 'float':
    case 'decimal':
      return typeof value === 'number' && Number.isFinite(value);
    case 'bigint':
      return typeof value === 'bigint' || (typeof value === 'string' && /^-?\d+$/.test(value));
    case 'boolean':
      return typeof value === 'boolean';
    case 'json':
      return value !== null && isPlainJson(value);
    default:
      return typeof value === 'string';
  }
}

function columnOf(model: ModelInfo, name: string): ColumnInfo {
  const column = model.column.get(name);
  if (!column) throw new TypeError(`${model.name} has no column ${String(name)}`);
  return column;
}

function targetOf(model: ModelInfo, field: string): string {
  const { reference } = columnOf(model, field);
  if (!reference) throw new TypeError(`${model.name}.${field} is not a foreign key`);
  return reference.model;
}

function modelOf(models: Models, name: string): ModelInfo {
  const model = models.get(name);
  if (!model) throw new TypeError(`there is no model ${name}`);
  return model;
}
