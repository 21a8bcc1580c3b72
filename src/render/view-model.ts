import { conditionText } from '../model/frozen.js';
import { type App, type ClassOptions, type Field, type Model, ruleFields } from '../model/model.js';
import { bareTable, compareText, schemaName } from '../model/names.js';
import { indexGroups, isIndexed, isOneToOne, uniqueGroups } from '../model/constraints.js';
import { isComposite, partsOf } from '../model/composite-references.js';
import { isKeyless, isRowNumber, keysOf, namedProperty } from '../model/keys.js';
import {
  columnDecorator,
  fieldFacts,
  FILE_VALUE,
  keyDecorator,
  LIST,
  numberDecorator,
  propertyType,
  RANDOM,
} from './model-columns.js';
import { hasEntries, type Value, type Values, Verbatim, verbatim } from './code.js';
import { ENGINE, importPath, modelNames } from './model-names.js';
import { type Inverse, inversesOf, joinTableOf, referenceOf } from '../model/relations.js';
import { isUniqueAmongLiving, livingCondition } from '../model/trash.js';

const TYPEORM = 'typeorm';
/** The package that makes UUIDs in the order of time. */
const UUID_PACKAGE: Import = { names: ['v7 as uuidv7'], from: 'uuid' };

/** The values that fill the template of an entity, `model.ts.ejs`: fields in the order of the model, then inverse relations. */
export function viewModel(app: App, model: Model) {
  const entity = viewEntity(app, model);
  return { ...entity, imports: entityImports(app, entity, relatedClasses(app, model), model) };
}

type Entity = ReturnType<typeof viewEntity>;

function viewEntity(app: App, model: Model) {
  const options = classOptions(model);
  return {
    /** What `@Model` says; undefined where there is nothing to say. */
    options: hasEntries(options) ? options : undefined,
    table: model.table,
    source: sourceOf(model),
    isReadOnly: model.readOnly ?? false,
    /** Fields that are unique together, and that have an index together. */
    uniques: livingCondition(model) === null ? uniqueGroups(model) : [],
    indexes: indexGroups(model),
    /** Fields that are unique together among the rows that are not in the trash. */
    livingUniques:
      livingCondition(model) === null
        ? []
        : uniqueGroups(model).map((fields) => [fields, livingIndex(model)]),
    /** Names and conditions of checks. */
    checks: Object.entries(model.checks ?? {}),
    rowNumber: viewNumber(model),
    key: viewKey(app, model),
    fields: model.fields
      .filter((field) => field !== keysOf(model)[0] && !isRowNumber(model, field))
      .map((field) => viewField(app, model, field)),
    inverses: inversesOf(app, model).map(viewInverse),
    timestamps: model.timestamps,
  };
}

/** The classes that an entity refers to, its own among them where it does. */
export function relatedClasses(app: App, model: Model): readonly string[] {
  const targets = model.fields.flatMap(({ reference }) => (reference ? [reference.model] : []));
  return [...new Set([...targets, ...inversesOf(app, model).map((other) => other.model.name)])];
}

/** What `@Entity` says; rows that are only read may come from any table or view. */
function sourceOf({ table, readOnly }: Model): readonly Value[] {
  const schema = schemaName(table);
  const options = readOnly ? { synchronize: false } : {};
  if (schema !== null) return [{ name: bareTable(table), schema, ...options }];
  return readOnly ? [table, options] : [table];
}

/** What `@Model` says, by the names that it has in code. */
const classOptions = (
  model: Model,
): Record<'indexes' | Exclude<keyof ClassOptions, 'sqlIndexes'>, Value | undefined> => ({
  prefix: model.prefix === `/${bareTable(model.table)}` ? undefined : model.prefix,
  label: model.label ?? undefined,
  group: model.group ?? undefined,
  about: model.about ?? undefined,
  history: model.history,
  trash: model.trash,
  indexes: model.sqlIndexes && hasEntries(model.sqlIndexes) ? model.sqlIndexes : undefined,
  noOverlap: model.noOverlap && {
    fields: model.noOverlap.fields,
    by: model.noOverlap.by.length > 0 ? model.noOverlap.by : undefined,
  },
  frozen: model.frozen && {
    when: conditionText(model.frozen),
    except: model.frozen.except.length > 0 ? model.frozen.except : undefined,
  },
});

/** The primary key, or its first column: the others are among the fields. Null for rows without one. */
function viewKey(app: App, model: Model) {
  if (isKeyless(model)) return null;
  const [key = null] = keysOf(model);
  return {
    name: key?.name ?? 'id',
    type: key === null ? 'number' : propertyType(app, key),
    facts: key === null ? undefined : saidFacts(model, key),
    decorator: keyDecorator(app, model, key),
    toOne: key?.type === 'ref' ? viewToOne(app, model, key) : undefined,
  };
}

/** The primary key where another column has the ids; null where the key has them. */
function viewNumber({ rowNumber, fields }: Model) {
  if (rowNumber === undefined) return null;
  const { name, type } = rowNumber;
  const isShown = fields.some((field) => field.name === name);
  const decorator = numberDecorator(rowNumber, isShown);
  return { name, type: type === 'bigint' ? 'string' : 'number', decorator };
}

/** The argument of `@Field`; undefined if there is nothing to say. */
function saidFacts(model: Model, field: Field): Values | undefined {
  const facts = fieldFacts(model, field);
  return hasEntries(facts) ? facts : undefined;
}

/** A field: a column, and the relation that it is the key of; or a relation to many. */
function viewField(app: App, model: Model, field: Field) {
  if (field.type === 'refs') return viewManyToMany(app, model, field);
  if (isComposite(field)) return viewComposite(app, model, field);
  return {
    name: field.name,
    type: propertyType(app, field),
    facts: saidFacts(model, field),
    isIndexed: isIndexed(model, field),
    livingUnique: isUniqueAmongLiving(app, model, field) ? livingIndex(model) : undefined,
    isCounted: field.default?.kind === 'counted',
    decorator: field.key === null ? DECORATORS[field.stamp ?? 'none'] : 'PrimaryColumn',
    column: columnDecorator(app, model, field),
    toOne: field.type === 'ref' ? viewToOne(app, model, field) : undefined,
  };
}

/** The options of an index of the rows that are not in the trash. */
const livingIndex = (model: Model): Values => ({ unique: true, where: livingCondition(model)! });

/** The decorator of a column, by the moment that TypeORM fills in. */
const DECORATORS = {
  none: 'Column',
  created: 'CreateDateColumn',
  updated: 'UpdateDateColumn',
  deleted: 'DeleteDateColumn',
} as const;

/** The relation beside a foreign key. */
function viewToOne(app: App, model: Model, field: Field) {
  const reference = referenceOf(field);
  const { model: target, relation: name, inverse, onDelete } = reference;
  return {
    name,
    decorator: isOneToOne(model, field) ? 'OneToOne' : 'ManyToOne',
    type: field.required ? `Relation<${target}>` : `Relation<${target}> | null`,
    sides: sidesOf(target, inverse),
    options: model.readOnly
      ? { createForeignKeyConstraints: false }
      : { onDelete: onDelete.replace('_', ' ').toUpperCase() },
    column: field.column,
    join: {
      name: field.column,
      referencedColumnName: namedProperty(app, reference),
    } satisfies Values,
  };
}

/** The relation over the columns of a reference that has several, which are fields of their own. */
function viewComposite(app: App, model: Model, field: Field) {
  const { model: className, relation, inverse, onDelete } = referenceOf(field);
  const target = app.models.find(({ name }) => name === className)!;
  const keys = keysOf(target);
  const join = partsOf(model, field).map(({ column }, at): Values => ({
    name: column,
    referencedColumnName: keys[at]!.name,
  }));
  const options: Values = {
    nullable: field.required ? false : undefined,
    ...(model.readOnly
      ? { createForeignKeyConstraints: false }
      : { onDelete: onDelete.replace('_', ' ').toUpperCase() }),
  };
  const type = field.required ? `Relation<${className}>` : `Relation<${className}> | null`;
  const sides = sidesOf(className, inverse);
  const id = field.required ? 'string' : 'string | null';
  return {
    toOne: { name: relation, decorator: 'ManyToOne', type, sides, options, join },
    // Rules name the field, which has no column.
    declared: ruleFields(model, 'as').includes(field.name) ? `${field.name}: ${id}` : undefined,
  };
}

function viewManyToMany(app: App, model: Model, field: Field) {
  const reference = referenceOf(field);
  const { model: target, inverse } = reference;
  const { table, ownColumn, otherColumn } = joinTableOf(app, model, field);
  const schema = schemaName(table);
  return {
    name: field.name,
    type: `Relation<${target}[]>`,
    facts: saidFacts(model, field),
    manyToMany: {
      sides: sidesOf(target, inverse),
      table: {
        name: bareTable(table),
        // Without one, it is in that of the class.
        schema: schema === schemaName(model.table) ? undefined : (schema ?? 'public'),
        joinColumn: {
          name: ownColumn,
          referencedColumnName: namedProperty(app, { ...reference, model: model.name }),
        },
        inverseJoinColumn: {
          name: otherColumn,
          referencedColumnName: namedProperty(app, reference),
        },
      },
    },
  };
}

/** The other side of a relation that another model has to this one. */
function viewInverse({ model, field, name }: Inverse) {
  const { relation: back, lines } = referenceOf(field);
  const isOne = isOneToOne(model, field);
  return {
    name,
    decorator: field.type === 'refs' ? 'ManyToMany' : isOne ? 'OneToOne' : 'OneToMany',
    type: isOne ? `Relation<${model.name}> | null` : `Relation<${model.name}[]>`,
    sides: sidesOf(model.name, back),
    isLines: lines,
  };
}

/** The arguments of a relation: the other class, and its property that leads back. */
function sidesOf(className: string, property: string | null): readonly Verbatim[] {
  const entity = verbatim(`() => ${className}`);
  if (property === null) return [entity];
  const { variable } = modelNames({ name: className });
  return [entity, verbatim(`(${variable}) => ${variable}.${property}`)];
}

/** The names that a file imports from one module. */
export interface Import {
  readonly names: readonly string[];
  readonly from: string;
}

/** TypeORM first, the others by their paths. */
function entityImports(
  app: App,
  entity: Entity,
  classes: readonly string[],
  model: Model,
): readonly Import[] {
  const others = classes.filter((name) => name !== model.name);
  const ofEngine = others.filter((name) => importPath(app, name) === ENGINE);
  const fromTypeorm = [...typeormNames(entity)].sort();
  const modules: Import[] = [
    ...addedImports(entity),
    { names: [...engineNames(entity), ...ofEngine].sort(compareText), from: ENGINE },
    ...others
      .filter((name) => !ofEngine.includes(name))
      .map((name) => ({ names: [name], from: importPath(app, name) })),
  ];
  const made = entity.key?.facts?.['makes'];
  return [
    ...(isRandom(made) ? [{ names: [RANDOM], from: 'node:crypto' }] : []),
    {
      names: classes.length > 0 ? [...fromTypeorm, 'type Relation'] : fromTypeorm,
      from: TYPEORM,
    },
    ...(made === undefined || isRandom(made) ? [] : [UUID_PACKAGE]),
    ...modules
      .filter(({ names }) => names.length > 0)
      .sort((one, other) => compareText(one.from, other.from)),
  ];
}

const isRandom = (made: Value | undefined): boolean =>
  made instanceof Verbatim && made.code === RANDOM;

const hasIndex = (
  { indexes, livingUniques }: Entity,
  columns: readonly { readonly isIndexed: boolean; readonly livingUnique: Values | undefined }[],
): boolean =>
  indexes.length > 0 ||
  livingUniques.length > 0 ||
  columns.some(({ isIndexed, livingUnique }) => isIndexed || livingUnique !== undefined);

/** The decorators of TypeORM that an entity has. */
function typeormNames(entity: Entity): ReadonlySet<string> {
  const { isReadOnly, rowNumber, key, fields, inverses, uniques, checks, timestamps } = entity;
  const columns = fields.flatMap((one) => ('column' in one ? [one] : []));
  const relations = [key, ...fields].flatMap((one) =>
    one && 'toOne' in one && one.toOne ? [one.toOne.decorator, 'JoinColumn'] : [],
  );
  return new Set([
    ...[isReadOnly ? 'ViewEntity' : 'Entity', ...(key ? [key.decorator.name] : [])],
    ...(rowNumber ? [rowNumber.decorator.name] : []),
    ...columns.map(({ decorator }) => decorator),
    ...(columns.some(({ isCounted }) => isCounted) ? ['Generated'] : []),
    ...(hasIndex(entity, columns) ? ['Index'] : []),
    ...(uniques.length > 0 ? ['Unique'] : []),
    ...(checks.length > 0 ? ['Check'] : []),
    ...relations,
    ...(fields.some((one) => 'manyToMany' in one) ? ['JoinTable', 'ManyToMany'] : []),
    ...inverses.map(({ decorator }) => decorator),
    ...(timestamps ? ['CreateDateColumn', 'UpdateDateColumn'] : []),
  ]);
}

const COLUMN_WORDS = [
  'BIGINT',
  'COLOR',
  'DATETIME',
  'DECIMAL',
  'JSON_VALUE',
  'NOW',
  'TODAY',
  'UUID',
];

/** The decorators of the engine that an entity has, and what its columns are made of. */
function engineNames({ options, key, fields, inverses, timestamps }: Entity): readonly string[] {
  const columns = fields.flatMap((one) => ('column' in one ? [one] : []));
  const words = new Set([
    ...wordsIn(key?.decorator.args ?? []),
    ...columns.flatMap(({ column }) => wordsIn([column.type, column.options])),
  ]);
  if (timestamps) words.add('DATETIME');
  const hasFacts =
    [key, ...fields].some((one) => one && 'facts' in one && one.facts) ||
    inverses.some(({ isLines }) => isLines);
  return [
    ...(hasFacts ? ['Field'] : []),
    ...(options ? ['Model'] : []),
    ...COLUMN_WORDS.filter((word) => words.has(word)),
  ];
}

/** What makes the types of columns that features add, and the modules of these features. */
const ADDED_WORDS = {
  [LIST]: '#engine/value-lists',
  bytes: '#engine/bytes',
  exact: '#engine/exact-decimals',
  file: '#engine/files',
  image: '#engine/files',
  native: '#engine/native-types',
} as const;

function addedImports({ fields }: Entity): readonly Import[] {
  const columns = fields.flatMap((one) => ('column' in one ? [one.column] : []));
  const words = wordsIn(columns.map(({ options }) => options));
  const isUsed = (name: string): boolean =>
    words.some((word) => word === name || word.startsWith(`${name}(`));
  const used = Object.entries(ADDED_WORDS).filter(([name]) => isUsed(name));
  return [...new Set(used.map(([, from]) => from))].map((from) => ({
    names: [
      ...used.flatMap(([name, module]) => (module === from ? [name] : [])),
      ...(from === ADDED_WORDS.file ? [`type ${FILE_VALUE}`] : []),
    ],
    from,
  }));
}

/** The code among values. */
function wordsIn(value: readonly (Value | undefined)[]): readonly string[] {
  return value.flatMap((one) => {
    if (one instanceof Verbatim) return [one.code];
    return typeof one === 'object' && one !== null ? wordsIn(Object.values(one)) : [];
  });
}
