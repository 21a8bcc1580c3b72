import type { ModelInfo } from '../crud/model-info.js';
import { columnSchema, extraSchema, linkSchema } from './field-schema.js';
import type { Schema } from './openapi-types.js';
import type { View } from './view.js';

/** A model's schemas as this reader knows them: the record, what creates or replaces one, and what changes one. */
export function modelSchemas(model: ModelInfo, view: View): Record<string, Schema> {
  const input = inputProperties(model, view);
  const required = requiredFields(model).filter((name) => name in input);
  return {
    [model.name]: recordSchema(model, view),
    [`${model.name}Input`]: objectSchema(input, required),
    [`${model.name}Patch`]: objectSchema(input, []),
  };
}

/** The columns that the reader sees, as they come in an answer. */
export function visibleColumns(model: ModelInfo, view: View) {
  const readable = view.readable(model);
  return model.columns.filter(
    ({ name, role }) => role !== 'hidden' && (role === 'id' || readable(name)),
  );
}

function recordSchema(model: ModelInfo, view: View): Schema {
  const readable = view.readable(model);
  const [id, ...columns] = visibleColumns(model, view);
  const links = model.links.filter(({ name }) => readable(name));
  const computed = model.extras.filter(({ name, compute }) => compute && readable(name));
  const data = columns.filter(({ role }) => role !== 'created' && role !== 'updated');
  const times = columns.filter(({ role }) => role === 'created' || role === 'updated');
  const asProperties = (some: typeof columns) =>
    some.map((column) => [
      column.name,
      { ...columnSchema(column), ...(column.role !== 'data' && { readOnly: true }) },
    ]);
  const properties = Object.fromEntries([
    ...(id ? [[id.name, { ...columnSchema(id), readOnly: true }]] : []),
    ['_label', { type: 'string', readOnly: true, description: 'What people call this record.' }],
    ...asProperties(data),
    ...links.map((link) => [link.name, linkSchema(link)]),
    ...computed.map((extra) => [extra.name, extraSchema(extra)]),
    ...asProperties(times),
  ]) as Record<string, Schema>;
  return { type: 'object', required: Object.keys(properties), properties };
}

function inputProperties(model: ModelInfo, view: View): Record<string, Schema> {
  const writable = view.writable(model);
  const columns = model.columns.filter(({ role }) => role === 'data');
  const virtual = model.extras.filter(({ compute }) => !compute);
  const all: [string, Schema][] = [
    ...columns.map((column): [string, Schema] => [column.name, columnSchema(column)]),
    ...model.links.map((link): [string, Schema] => [link.name, linkSchema(link)]),
    ...virtual.map((extra): [string, Schema] => [extra.name, extraSchema(extra)]),
  ];
  return Object.fromEntries(all.filter(([name]) => writable(name)));
}

const requiredFields = (model: ModelInfo): string[] => [
  ...model.columns
    .filter(({ role, nullable, default: value }) => role === 'data' && !nullable && value === null)
    .map(({ name }) => name),
  ...model.extras.filter(({ required }) => required).map(({ name }) => name),
];

const objectSchema = (properties: Record<string, Schema>, required: readonly string[]): Schema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});
