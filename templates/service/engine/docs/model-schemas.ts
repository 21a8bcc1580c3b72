import type { Policy } from '../access/policy.js';
import { keptFields } from '../access/row-rules.js';
import { isGivenKey, isKey, type ColumnInfo } from '../fields/column-info.js';
import { isEverAllowed, type CurrentUser } from '../model/access-rules.js';
import { RESERVED_IDS } from '../fields/record-id.js';
import { exchangeable } from '../model/field-columns.js';
import type { ModelInfo } from '../model/model-info.js';
import { MAX_ITEMS } from '../routes/many-records.js';
import {
  ENTITY_TAG,
  columnSchema,
  extraSchema,
  idSchema,
  linkSchema,
  listOf,
} from './field-schema.js';
import { ref, type Schema } from './openapi-types.js';
import { builtInSchema } from './service-schemas.js';

/**
 * A model's schemas as this reader knows them: the record, the payload to create or replace one, and the payload to change
 * one. Names with a dot cannot clash with a class.
 */
export function modelSchemas(
  model: ModelInfo,
  view: View,
  { models, pageSize }: SchemaParts,
): Named {
  const { name } = model;
  const patch = `${name}Patch`;
  const required = requiredFields(model, view);
  const given = requiredExtras(model, view);
  const fields = fieldSchemas(model, models);
  const lines = view.lines?.written(model, models) ?? {};
  const record = recordSchema(model, view, fields, { models, pageSize });
  return {
    ...view.lines?.own(model, view, models),
    [name]: record,
    [`${name}.page`]: listOf(ref('schemas', name), pageSize),
    ...(view.choosing !== false && {
      [partName(model)]: { ...record, required: always(model) },
      [`${partName(model)}.page`]: listOf(ref('schemas', partName(model)), pageSize),
    }),
    [patch]: inputSchema(model, view, fields, { lines }),
    [`${name}Input`]: isGiven(model)
      ? {
          ...inputSchema(model, view, fields, { lines, isNew: true }),
          required: [...requiredFields(model, view, true), ...given],
        }
      : requiring(patch, [...required, ...given]),
    [`${name}.items`]: listOf(ref('schemas', `${name}Input`), MAX_ITEMS),
    [`${name}.changes`]: listOf(changeSchema(model, view, fields, lines), MAX_ITEMS),
    [`${name}.written`]: listOf(ref('schemas', name), MAX_ITEMS),
    [`${name}.outcomes`]: listOf(outcomeWith(ref('schemas', name)), MAX_ITEMS),
    ...(differs(model, view) && { [replacementName(model, view)]: requiring(patch, required) }),
  };
}

/** The members that each record has, whoever reads it. */
const always = ({ isKeyless }: ModelInfo): readonly string[] =>
  isKeyless ? ['_label'] : ['id', '_label'];

/** The schema of a record with the fields that `_fields` names. */
const partName = ({ name }: ModelInfo): string => `${name}.part`;

/** What a read answers: a record or, with `_fields`, a part of it; `page` for a list of them. */
export function readSchema(model: ModelInfo, view: View, page: '' | '.page'): Schema {
  const whole = ref('schemas', `${model.name}${page}`);
  if (view.choosing === false) return whole;
  return { anyOf: [whole, ref('schemas', `${partName(model)}${page}`)] };
}

/** Whether the client gives the key of a new record. */
const isGiven = ({ columns }: ModelInfo): boolean => columns.some(isGivenKey);

/** Whether fields that are required on create may be left out when a record is replaced. */
const differs = (model: ModelInfo, view: View): boolean =>
  isGiven(model) || requiredExtras(model, view).length > 0;

/** The schema for replacing a record. */
export const replacementName = (model: ModelInfo, view: View): string =>
  `${model.name}${differs(model, view) ? '.replacement' : 'Input'}`;

/** The columns that the reader sees, as in a response. */
export function visibleColumns(model: ModelInfo, view: View): readonly ColumnInfo[] {
  const readable = view.readable(model);
  return model.columns.filter(
    (column) => column.role !== 'hidden' && (isKey(column) || readable(column.name)),
  );
}

/** Names of the to-one relations that the reader may expand. */
export const expandable = (model: ModelInfo, view: View): readonly string[] =>
  relations(model, view).map(({ relation }) => relation);

/** The to-one relations that the reader may expand, with the models of their records. */
const relations = (model: ModelInfo, view: View) =>
  visibleColumns(model, view).flatMap(({ reference }) => reference ?? []);

export type Named = Readonly<Record<string, Schema>>;

function recordSchema(
  model: ModelInfo,
  view: View,
  fields: Named,
  { models, pageSize }: SchemaParts,
): Schema {
  const readable = view.readable(model);
  const visible = visibleColumns(model, view);
  const isStamp = ({ role }: ColumnInfo) => role === 'created' || role === 'updated';
  const columns = (some: readonly ColumnInfo[]) => some.map(({ name }) => name);
  const others = [...model.links, ...model.extras.filter(({ compute }) => compute)];
  const names = [
    ...columns(visible.filter((column) => column.name !== 'id' && !isStamp(column))),
    ...others.map(({ name }) => name).filter(readable),
    ...columns(visible.filter(isStamp)),
  ];
  const properties: Named = {
    ...(!model.isKeyless && {
      id: { ...idSchema(model), ...(isReadOnly(model) && { readOnly: true }) },
    }),
    _label: ref('schemas', 'label'),
    ...pick(names, fields),
  };
  const expanded = relations(model, view).map(({ relation, model: name }) => {
    const related = models.find((one) => one.name === name);
    return [
      relation,
      related && isEverRead(related)
        ? recordOrNull(isExpandedInPart(related, view) ? partName(related) : name)
        : ref('schemas', 'expanded'),
    ];
  });
  return {
    type: 'object',
    // A writer who may not read only gets the id and the label.
    required: view.shows(model)
      ? Object.keys(properties).filter(view.always?.(model) ?? (() => true))
      : always(model),
    properties: {
      ...properties,
      ...(Object.fromEntries(expanded) as Named),
      ...view.lines?.shown(model, view, { models, pageSize }),
      ...(model.children.length > 0 && { _count: ref('schemas', 'counts') }),
    },
  };
}

/** Whether nobody gives records an `id`; an integer does not say so. */
const isReadOnly = ({ key, column }: ModelInfo): boolean =>
  key.type !== 'integer' && !isGivenKey(column.get('id')!);

/** Whether an expanded record lacks fields that are too large for many records. */
const isExpandedInPart = ({ unlisted }: ModelInfo, { choosing }: View): boolean =>
  unlisted !== undefined && choosing !== false;

const recordOrNull = (model: string): Schema => ({
  anyOf: [ref('schemas', model), { type: 'null' }],
  description: 'With `_expand`: the record itself, or null if the reader may not see it.',
});

const isEverRead = ({ access }: ModelInfo): boolean =>
  (['list', 'show'] as const).some((action) => isEverAllowed(access, action));

/** Everything that may be written, and what the service itself writes and ignores when it is sent back; a new record has a key to give. */
export function inputSchema(
  model: ModelInfo,
  view: View,
  fields: Named,
  { lines = {}, isNew = false }: { readonly lines?: Named; readonly isNew?: boolean },
): Schema {
  const written = inputFields(model, view, isNew).filter((name) => name in fields);
  const known = model.columns.filter(({ role }) => role !== 'hidden');
  const readable = view.readable(model);
  const all = [...known, ...model.links, ...model.extras].map(({ name }) => name);
  const ignored = new Set([
    ...(written.includes('id') ? [] : ['id']),
    ...['_label', '_count', 'created_at', 'updated_at'],
    ...all.filter((name) => readable(name) && !written.includes(name)),
    ...expandable(model, view),
  ]);
  return {
    type: 'object',
    properties: {
      ...pick(written, fields),
      ...lines,
    },
    patternProperties: { [`^(${[...ignored].map(literally).join('|')})$`]: {} },
    additionalProperties: false,
  };
}

/** One of several changes: which record, and its fields. */
function changeSchema(model: ModelInfo, view: View, fields: Named, lines: Named): Schema {
  const input = inputSchema(model, view, fields, { lines });
  const place = { id: idSchema(model), _etag: ENTITY_TAG };
  return {
    ...input,
    required: ['id'],
    properties: { ...place, ...(input['properties'] as Named) },
  };
}

/** The outcome of one of several writes: its record with its version, or its problem. */
export const outcomeWith = (record: Schema): Schema => ({
  allOf: [ref('schemas', 'outcome'), { type: 'object', properties: { record } }],
});

/** A name escaped for a pattern. */
const literally = (name: string): string => name.replace(/[\^$.*+?()[\]{}|/]/g, '\\$&');

function inputFields(model: ModelInfo, view: View, isNew: boolean): readonly string[] {
  const writable = view.writable(model);
  const columns = model.columns.filter((column) => isInput(column, isNew));
  const virtual = model.extras.filter(({ compute }) => !compute);
  return [...columns, ...model.links, ...virtual].map(({ name }) => name).filter(writable);
}

/** Whether a payload may have a value of a column: the key of a record never changes. */
const isInput = (column: ColumnInfo, isNew: boolean): boolean =>
  column.role === 'data' || (isNew && isGivenKey(column));

/** The roles of columns that the service or the database fills in. */
const KEPT: readonly ColumnInfo['role'][] = ['total', 'series', 'generated'];

/** The schema of each field from its column, link or extra. */
export function fieldSchemas(
  { name: model, columns, links, extras, notes }: ModelInfo,
  models: readonly ModelInfo[],
): Named {
  const named = (name: string | undefined) => models.find((one) => one.name === name);
  const schemas = [
    ...columns.map((column) => {
      const isKept = KEPT.includes(column.role);
      const isMade = isKept || (isKey(column) && !isGivenKey(column));
      const readOnly = isMade && { readOnly: true };
      const isText = isGivenKey(column) && column.type === 'string';
      const reserved = isText && { not: { enum: RESERVED_IDS } };
      const target = named(column.reference?.model);
      return [column.name, { ...columnSchema(column, target), ...readOnly, ...reserved }] as const;
    }),
    ...links.map((link) => [link.name, linkSchema(link, named(link.model))] as const),
    ...extras.map((extra) => [extra.name, extraSchema(extra)] as const),
  ];
  return Object.fromEntries(
    schemas.map(([name, schema]) => {
      const builtIn = builtInSchema(model, name);
      const told = notes?.has(name) ? withNote(schema, notes.get(name)!) : schema;
      return [name, '$ref' in builtIn ? builtIn : { ...told, ...builtIn }];
    }),
  );
}

/** A field with what guards say of its writes, behind what its own description says. */
const withNote = (schema: Schema, note: string): Schema => ({
  ...schema,
  description: [schema['description'], note].filter(Boolean).join(' '),
});

const pick = (names: readonly string[], fields: Named): Named =>
  Object.fromEntries(names.map((name) => [name, fields[name]!]));

/** A field that row rules depend on has a default for most callers, and columns of a reference follow from its id. */
function requiredFields(model: ModelInfo, view: View, isNew = false): readonly string[] {
  const writable = view.writable(model);
  const kept = keptFields(model);
  const others = exchangeable(model);
  return model.columns
    .filter((column) => isInput(column, isNew) && !column.nullable && !column.default)
    .map(({ name }) => name)
    .filter((name) => writable(name) && !kept.has(name) && !others.has(name));
}

function requiredExtras(model: ModelInfo, view: View): readonly string[] {
  const writable = view.writable(model);
  return model.extras
    .filter(({ name, required }) => required && writable(name))
    .map(({ name }) => name);
}

const requiring = (schema: string, required: readonly string[]): Schema => ({
  ...ref('schemas', schema),
  ...(required.length > 0 && { required }),
});

/** The parts of a model that the documentation shows. */
export interface View {
  readable(model: ModelInfo): (field: string) => boolean;
  writable(model: ModelInfo): (field: string) => boolean;
  lists(model: ModelInfo): boolean;
  /** Whether a write returns the whole record. */
  shows(model: ModelInfo): boolean;
  /** The fields that every reader of the document gets; all that are readable by default. */
  always?(model: ModelInfo): (field: string) => boolean;
  /** False for types of whole records, which `_fields` would make types of any of their fields. */
  readonly choosing?: false;
  /** How lines are described, where a feature brings them. */
  readonly lines?: DescribedLines | undefined;
}

/** What `/openapi.json` says of records that are read and written with the record to which they belong. */
export interface DescribedLines {
  /** The schemas of a line by itself; none where records of the model are no lines. */
  own(model: ModelInfo, view: View, models: readonly ModelInfo[]): Named;
  /** The lines in a record, by their names. */
  shown(model: ModelInfo, view: View, parts: SchemaParts): Named;
  /** The lines in a payload, by their names. */
  written(model: ModelInfo, models: readonly ModelInfo[]): Named;
  /** The names of lines that `_expand` may have. */
  expandable(model: ModelInfo, view: View, models: readonly ModelInfo[]): readonly string[];
}

/** The models of a service, and the records of a page. */
export interface SchemaParts {
  readonly models: readonly ModelInfo[];
  readonly pageSize: number;
}

/** The view of callers without a token: a field that is hidden from anybody is hidden. */
export const publicView: View = {
  readable: ({ access }) => isOpen(access.fields, ['read']),
  writable: ({ access }) => isOpen(access.fields, ['read', 'write']),
  lists: () => true,
  shows: () => true,
};

const isOpen =
  (fields: ModelInfo['access']['fields'], kinds: readonly ('read' | 'write')[]) =>
  (field: string): boolean =>
    kinds.every((kind) => !Object.hasOwn(fields, field) || fields[field]?.[kind] === undefined);

/** What this user may read and write; of a model that they may not use, what is public. */
export const viewOf = (policy: Policy, user: CurrentUser): View => ({
  readable(model) {
    const grant = policy.grant(user, 'show', model) ?? policy.grant(user, 'list', model);
    return grant ? (field) => grant.readable.has(field) : publicView.readable(model);
  },
  writable(model) {
    const grant = policy.grant(user, 'edit', model) ?? policy.grant(user, 'create', model);
    return grant ? (field) => grant.writable.has(field) : publicView.writable(model);
  },
  lists: (model) => policy.grant(user, 'list', model) !== null,
  shows: (model) =>
    policy.grant(user, 'show', model) !== null || policy.grant(user, 'edit', model) === null,
});
