import type { App, Field, Model } from '../model/model.js';
import { compareText } from '../model/names.js';
import { indexGroups, isOneToOne, uniqueGroups } from '../model/constraints.js';
import { columnDecorators, propertyType } from './model-columns.js';
import { LibraryNames } from './library-names.js';
import { ENGINE, importPath, namesOf } from './model-names.js';
import { arrow, call, type Code, generic, literal, object, optional, raw } from './print/code.js';
import { printCode, printImport, printProperty } from './print/print-code.js';
import { type Inverse, inversesOf, joinTableOf, referenceOf } from '../model/relations.js';

/** A property of the class. */
interface Member {
  readonly decorators: readonly Code[];
  readonly name: string;
  readonly type: Code;
}

/** The view of an entity's template. */
export type EntityView = Omit<ReturnType<typeof viewModel>, 'names'>;

/** A model's entity: columns in the order of the model, then inverse relations, then timestamps. */
export function viewModel(app: App, model: Model) {
  const id = member([call('PrimaryGeneratedColumn')], 'id!', raw('number'));
  const timestamps = model.timestamps ? [timestamp('created_at'), timestamp('updated_at')] : [];
  const view = viewOwnPart(app, model, [id], timestamps);
  return { ...view, imports: printImports(view.imports) };
}

/** Imported names by module. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** The same without id and timestamps: what a project adds to `User`, which `render-user.ts` prints after the login fields. */
export function viewOwnPart(
  app: App,
  model: Model,
  first: readonly Member[] = [],
  last: readonly Member[] = [],
) {
  const classes = relatedClasses(app, model);
  const names = new LibraryNames(new Set([model.name, ...classes]));
  const decorators = classDecorators(model);
  const members = [
    ...first,
    ...model.fields.flatMap((field) => fieldMembers(app, model, field, names)),
    ...inversesOf(app, model).map((inverse) => inverseMember(inverse, names)),
    ...last,
  ];
  const used = [decorators, ...members.map((item) => item.decorators)].flat();
  const print = (column: number) => (code: Code) =>
    printCode(withLocalNames(code, names), { before: '@', column });
  return {
    names,
    imports: importsOf(classes, model, used, names),
    decorators: decorators.map(print(0)),
    members: members.map((item) => ({
      decorators: item.decorators.map(print(2)),
      property: printProperty(item.name, item.type, 2),
    })),
  };
}

const member = (decorators: readonly Code[], name: string, type: Code): Member => ({
  decorators,
  name,
  type,
});

/** A decorator by its name in the file. */
const withLocalNames = (code: Code, names: LibraryNames): Code =>
  code.is === 'call' ? { ...code, callee: names.local(moduleOf(code.callee), code.callee) } : code;

/** A related record, or a list of such. */
const relation = (argument: string, names: LibraryNames) =>
  generic(names.local(TYPEORM, 'Relation'), argument);

function timestamp(name: 'created_at' | 'updated_at'): Member {
  const decorator = name === 'created_at' ? 'CreateDateColumn' : 'UpdateDateColumn';
  const options = object({ type: raw('DATETIME'), precision: literal(3) });
  return member([call(decorator, options)], `${name}!`, raw('Date'));
}

function classDecorators(model: Model): readonly Code[] {
  const prefix = model.prefix === `/${model.table}` ? undefined : literal(model.prefix);
  const options = object({
    prefix,
    label: optional(model.label),
    group: optional(model.group),
  });
  return [
    ...(options.entries.length > 0 ? [call('Model', options)] : []),
    call('Entity', literal(model.table)),
    ...uniqueGroups(model).map((names) => call('Unique', literal(names))),
    ...indexGroups(model).map((names) => call('Index', literal(names))),
  ];
}

function fieldMembers(
  app: App,
  model: Model,
  field: Field,
  names: LibraryNames,
): readonly Member[] {
  if (field.type === 'refs') return [manyToMany(app, model, field, names)];
  const column = member(columnDecorators(model, field), `${field.name}!`, propertyType(field));
  return field.type === 'ref' ? [column, toOne(model, field, names)] : [column];
}

/** The relation beside a foreign key. */
function toOne(model: Model, field: Field, names: LibraryNames): Member {
  const { model: target, relation: name, inverse, onDelete } = referenceOf(field);
  const decorator = isOneToOne(model, field) ? 'OneToOne' : 'ManyToOne';
  const options = object({ onDelete: literal(onDelete.replace('_', ' ').toUpperCase()) });
  return member(
    [
      call(decorator, entity(target), ...otherSide(target, inverse), options),
      call('JoinColumn', object({ name: literal(field.column) })),
    ],
    `${name}?`,
    field.required ? relation(target, names) : orNull(relation(target, names)),
  );
}

function manyToMany(app: App, model: Model, field: Field, names: LibraryNames): Member {
  const { model: target, inverse } = referenceOf(field);
  const { table, ownColumn, otherColumn } = joinTableOf(app, model, field);
  const options = object({
    name: literal(table),
    joinColumn: object({ name: literal(ownColumn) }),
    inverseJoinColumn: object({ name: literal(otherColumn) }),
  });
  return member(
    [call('ManyToMany', entity(target), ...otherSide(target, inverse)), call('JoinTable', options)],
    `${field.name}?`,
    relation(`${target}[]`, names),
  );
}

function inverseMember({ model, field, name }: Inverse, names: LibraryNames): Member {
  const { relation: back, lines } = referenceOf(field);
  const one = isOneToOne(model, field);
  const decorator = field.type === 'refs' ? 'ManyToMany' : one ? 'OneToOne' : 'OneToMany';
  return member(
    [
      ...(lines ? [call('Field', object({ lines: literal(true) }))] : []),
      call(decorator, entity(model.name), ...otherSide(model.name, back)),
    ],
    `${name}?`,
    one ? orNull(relation(model.name, names)) : relation(`${model.name}[]`, names),
  );
}

const orNull = ({ name, argument }: ReturnType<typeof generic>): Code =>
  raw(`${name}<${argument}> | null`);

const entity = (className: string) => raw(`() => ${className}`);

function otherSide(className: string, property: string | null): readonly Code[] {
  if (property === null) return [];
  const { variable } = namesOf({ name: className });
  return [arrow(`(${variable})`, `${variable}.${property}`)];
}

const DECORATORS = ['Field', 'Model'];
const COLUMN_WORDS = ['BIGINT', 'DATETIME', 'DECIMAL', 'JSON_VALUE', 'NOW', 'TODAY', 'UUID'];

const TYPEORM = 'typeorm';
const moduleOf = (decorator: string): string => (DECORATORS.includes(decorator) ? ENGINE : TYPEORM);

function importsOf(
  classes: readonly string[],
  model: Model,
  decorators: readonly Code[],
  names: LibraryNames,
): Imports {
  const used = decorators.map((decorator) => (decorator.is === 'call' ? decorator.callee : ''));
  const fromTypeorm = [...new Set(used)].filter((name) => !DECORATORS.includes(name)).sort();
  const words = new Set(decorators.flatMap(wordsIn));
  const others = classes.filter((name) => name !== model.name);
  const fromEngine = [
    ...DECORATORS.filter((name) => used.includes(name)).map((name) => names.imported(ENGINE, name)),
    ...COLUMN_WORDS.filter((name) => words.has(name)),
    ...others.filter((name) => importPath(name) === ENGINE),
  ];
  const related = new Map<string, readonly string[]>([
    [ENGINE, fromEngine.sort(compareText)],
    ...others
      .filter((name) => importPath(name) !== ENGINE)
      .map((name) => [importPath(name), [name]] as const),
  ]);
  return new Map([
    [
      TYPEORM,
      [
        ...fromTypeorm.map((name) => names.imported(TYPEORM, name)),
        ...(classes.length > 0 ? [`type ${names.imported(TYPEORM, 'Relation')}`] : []),
      ],
    ],
    ...related,
  ]);
}

/** TypeORM first, the others by their paths. */
export function printImports(imports: Imports): readonly string[] {
  const others = [...imports].filter(([path, names]) => path !== TYPEORM && names.length > 0);
  return [
    printImport(imports.get(TYPEORM)!, TYPEORM),
    ...others
      .sort(([left], [right]) => compareText(left, right))
      .map(([path, names]) => printImport(names, path)),
  ];
}

/** The bare names in an expression. */
function wordsIn(code: Code): readonly string[] {
  switch (code.is) {
    case 'text':
      return [code.text];
    case 'object':
      return code.entries.flatMap(([, value]) => wordsIn(value));
    case 'array':
      return code.items.flatMap(wordsIn);
    case 'call':
      return code.args.flatMap(wordsIn);
    default:
      return [];
  }
}

function relatedClasses(app: App, model: Model): readonly string[] {
  const targets = model.fields.flatMap(({ reference }) => (reference ? [reference.model] : []));
  return [...new Set([...targets, ...inversesOf(app, model).map((other) => other.model.name)])];
}
