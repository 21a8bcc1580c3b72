import type { EntityMetadata } from 'typeorm';
import { StartRefused } from '../settings/settings.js';
import { hint } from '../problem/problem.js';
import type { ModelInfo } from './model-info.js';
import { describeColumn, fieldName } from './describe-column.js';
import { namedId } from './named-id.js';

/** Refuses the start for everything in the models that does not fit together, including what is already in `wrong`. */
export function checkModels(models: readonly ModelInfo[], wrong: readonly string[] = []): void {
  const byName = new Map(models.map((model) => [model.name, model]));
  const problems = [
    ...wrong,
    ...checkPrefixes(models),
    ...models.flatMap((model) => [
      ...checkTargets(model, byName),
      ...checkKeyed(model),
      ...checkLabel(model),
      ...checkAccess(model),
      ...checkParentRules(model, byName),
    ]),
  ];
  if (problems.length > 0) throw new StartRefused(problems);
}

function checkPrefixes(models: readonly ModelInfo[]): string[] {
  const taken = new Map<string, string>();
  return models.flatMap(({ name, prefix }) => {
    if (!/^[\w-]+$/.test(prefix))
      return [`${name}: the prefix /${prefix} must be one path segment`];
    const other = taken.get(prefix);
    taken.set(prefix, name);
    return other ? [`${name}: ${other} already has the prefix /${prefix}`] : [];
  });
}

function checkTargets(model: ModelInfo, byName: ReadonlyMap<string, ModelInfo>): string[] {
  const references = model.columns.flatMap(({ name, reference }) => {
    if (!reference) return [];
    const target = byName.get(reference.model);
    if (!target) return [`${model.name}.${name}: its target ${reference.model} is not registered`];
    const problem = reference.key === 'id' ? null : unfitKey(reference.key, target);
    return problem === null ? [] : [`${model.name}.${reference.relation}: ${problem}`];
  });
  const links = model.links.flatMap((link) => {
    const target = byName.get(link.model);
    if (!target) return [`${model.name}.${link.name}: its target ${link.model} is not registered`];
    const at = `${model.name}.${link.name}`;
    if (!target.column.has(link.key)) return [`${at}: ${link.model} has no field ${link.key}`];
    // Whoever may read the array sees these keys.
    const hidden = target.access.fields[link.key]?.read !== undefined;
    return hidden ? [`${at}: its key ${link.model}.${link.key} is not readable by everybody`] : [];
  });
  return [...references, ...links];
}

/** Why references to a model cannot lead to a field of it in place of the key; null where they can. */
function unfitKey(key: string, { name, column, indexes, access }: ModelInfo): string | null {
  const at = `${name}.${key}`;
  const found = column.get(key);
  // A number behind the id.
  if (!found) return `it leads to ${at}, which nobody reads; write \`referencedColumnName: 'id'\``;
  const { role, type, transformer, reference } = found;
  const isAlone = indexes.some(({ isUnique, columns }) => isUnique && columns.join() === key);
  if (!isAlone) return `${at} must be unique by itself: \`@Column({ unique: true })\``;
  const isReadable = role === 'data' || role === 'generated';
  if (!isReadable || !KEY_TYPES.includes(type) || transformer || reference)
    return `it can lead to ${KEYS}, which ${at} is not; remove \`referencedColumnName\``;
  // Whoever may read the reference sees this value.
  return access.fields[key]?.read === undefined
    ? null
    : `it leads to ${at}, which is not readable by everybody; remove \`referencedColumnName\`, or the rule that says who reads ${key}`;
}

/** References by which rows are told to be somebody's, and lines to be a record's, lead to the key. */
function checkKeyed({ name, access, lineParent, column }: ModelInfo): string[] {
  const owned = (access.rows ?? []).flatMap((rule) =>
    rule.kind === 'owner' || rule.kind === 'tenant'
      ? [[rule.field, `the row rule \`${rule.kind}\``] as const]
      : [],
  );
  const lines = lineParent ? [[lineParent.field, '`lines: true`'] as const] : [];
  return [...owned, ...lines].flatMap(([field, what]) => {
    const { key, relation, model } = column.get(field)?.reference ?? { key: 'id' };
    return key === 'id'
      ? []
      : [
          `${name}.${relation}: ${what} needs a reference to the key of ${model}; remove \`referencedColumnName\``,
        ];
  });
}

function checkLabel(model: ModelInfo): string[] {
  if (model.label.kind === 'function') return [];
  const parts = [...model.label.template.matchAll(/\{([^}]*)\}/g)].map((match) => match[1]!);
  return parts
    .filter((part) => !model.column.has(part))
    .map((part) => `${model.name}: its label names ${part}${hint(part, model.column.keys())}`);
}

function checkAccess(model: ModelInfo): string[] {
  const names = new Set([...model.column.keys(), ...model.links.map((link) => link.name)]);
  for (const extra of model.extras) names.add(extra.name);
  const fields = Object.keys(model.access.fields)
    .filter((name) => !names.has(name))
    .map((name) => `${model.name}: its access rules name ${name}${hint(name, names)}`);
  const rows = (model.access.rows ?? []).flatMap((rule) =>
    'field' in rule && !model.column.has(rule.field)
      ? [`${model.name}: its row rules name ${rule.field}${keyHint(rule.field, model, names)}`]
      : [],
  );
  return [
    ...fields,
    ...rows,
    ...checkKeyRule(model),
    ...checkRoles(model),
    ...checkGives(model),
    ...checkRules(model, names),
  ];
}

/** A rule that hides a key, which is in each answer as `id`. */
const checkKeyRule = ({ name, keyColumns, columns, access }: ModelInfo): string[] =>
  columns
    .filter(
      (one) =>
        keyColumns.some(({ column }) => column === one.column) &&
        access.fields[one.name]?.read !== undefined,
    )
    .map(
      (one) => `${name}: a key cannot be hidden; remove the rule that says who reads ${one.name}`,
    );

/** The field that holds the key of a relation: a rule names the field, not the relation. */
function keyHint(name: string, { columns }: ModelInfo, names: ReadonlySet<string>): string {
  const key = columns.find(({ reference }) => reference?.relation === name);
  return key ? `, which is a relation; its field is ${key.name}` : hint(name, names);
}

/** What nobody but an Admin gives, whatever is written. */
const checkGives = ({ name, access: { gives = {} } }: ModelInfo): string[] =>
  Object.keys(gives)
    .filter((role) => gives[role]!.includes('Admin'))
    .map(
      (role) =>
        `${name}: \`gives\` lets ${role} give the role Admin, but only Admins may give it: remove Admin`,
    );

/** Refuses an exception for everybody, which is not an exception. */
const checkRoles = ({ name, access }: ModelInfo): string[] =>
  (access.rows ?? []).flatMap((rule) =>
    rule.roles?.every((role) => role.trim() !== '' && role !== '*') === false
      ? [
          `${name}: a row rule must name its roles, and "*" is not a role; without \`rows\` everybody sees every row`,
        ]
      : [],
  );

const checkRules = ({ name, rules }: ModelInfo, names: ReadonlySet<string>): string[] =>
  Object.keys(rules ?? {})
    .filter((field) => !names.has(field))
    .map((field) => `${name}: its rules name ${field}${hint(field, names)}`);

/** A rule "as the parent's" must end at a model that has rules of its own. */
function checkParentRules(model: ModelInfo, byName: ReadonlyMap<string, ModelInfo>): string[] {
  const parents = (of: ModelInfo) =>
    (of.access.rows ?? []).flatMap((rule) =>
      rule.kind === 'parent' ? [of.column.get(rule.field)?.reference?.model] : [],
    );
  if (parents(model).includes(undefined)) {
    return [`${model.name}: \`asParent\` needs a foreign key`];
  }
  const seen = new Set<string>();
  const open = parents(model);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (name === model.name) return [`${model.name}: its row rules follow each other in a cycle`];
    const parent = seen.has(name) ? undefined : byName.get(name);
    seen.add(name);
    if (parent) open.push(...parents(parent));
  }
  return [];
}

/** The types of keys. */
const KEY_TYPES: readonly string[] = ['integer', 'bigint', 'uuid', 'string'];

/** Why the service cannot identify the records of an entity, and what to do; nothing where it has one key of a type of keys. */
export function checkKey(meta: EntityMetadata, isComposite: boolean): string[] {
  const { name, tableName, primaryColumns, columns } = meta;
  const named = namedId(meta);
  const [key, second] = named ? [named] : primaryColumns;
  if (!key) return [`${name}: the primary key of \`${tableName}\` is missing; ${REPLACING}`];
  if (second) return isComposite ? [] : [severalColumns({ name, tableName, primaryColumns })];
  const { type, transformer } = describeColumn(key, new Map());
  const fits = KEY_TYPES.includes(type) && transformer === null;
  const other = columns.find((column) => column !== key && fieldName(column) === 'id');
  return [
    ...(fits ? [] : [`${name}.${key.propertyName}: a key must be ${KEYS}; ${REPLACING}`]),
    ...(other
      ? [
          named
            ? `${name}.id: ${key.propertyName} is the id; call this property otherwise, with \`name: 'id'\``
            : `${name}.id: a column called \`id\` must be the primary key`,
        ]
      : []),
  ];
}

/** Why the service cannot have a key of several columns without what it takes. */
function severalColumns({
  name,
  tableName,
  primaryColumns,
}: Pick<EntityMetadata, 'name' | 'tableName' | 'primaryColumns'>): string {
  const are = primaryColumns.map(({ databaseName }) => `\`${databaseName}\``).join(' with ');
  return `${name}: the primary key of \`${tableName}\` is ${are}, and a key of several columns needs a feature; run \`crudgen sync\``;
}

const KEYS = 'an integer, a bigint, a UUID or a varchar, without a transformer';
const REPLACING =
  'add an `id` to the entity and the table (`@PrimaryGeneratedColumn() id!: number`), and keep the columns of the old key as unique columns';
