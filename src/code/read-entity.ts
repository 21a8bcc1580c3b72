import { snakeCase } from '../model/names.js';
import { decoratorsOf, stringOption, type DecoratorCall } from './decorators.js';
import { findDeclaration } from './find-declaration.js';
import { readColumn, type Column, type Opaque } from './read-column.js';
import { readRelation, type Relation } from './read-relation.js';
import { toStrings } from './static-value.js';
import { typescript, type ts } from './typescript.js';

/** A class with `@Entity`, as its text says it. */
export interface Entity {
  readonly path: string;
  readonly node: ts.ClassDeclaration;
  readonly name: string;
  readonly table: string;
  readonly prefix: string | null;
  readonly label: string | null;
  readonly unique: readonly (readonly string[])[];
  readonly indexes: readonly (readonly string[])[];
  readonly columns: readonly Column[];
  readonly relations: readonly Relation[];
  /** Names of the columns and relations that hold a field, in the order of the text. */
  readonly order: readonly string[];
  readonly opaque: readonly Opaque[];
}

function groups(decorators: readonly DecoratorCall[], name: string): string[][] {
  return decorators
    .filter((decorator) => decorator.name === name)
    .flatMap(({ args }) => {
      const list = args.find((arg) => arg.kind === 'list');
      const names = toStrings(list);
      return names ? [names] : [];
    });
}

/** What an unnamed join table would have to say. */
const joinTableHelp = (table: string, property: string, model: string): string =>
  `its join table says not all of \`@JoinTable({ name: '${table}_${property}', joinColumn: { name: '${table}_id' }, inverseJoinColumn: { name: '${snakeCase(model)}_id' } })\``;

type Member = ts.PropertyDeclaration;

/** The class that a class extends; null where it extends none, a string where that one cannot be read. */
function baseOf(node: ts.ClassDeclaration): ts.ClassDeclaration | string | null {
  const kit = typescript();
  const clause = node.heritageClauses?.find(({ token }) => token === kit.SyntaxKind.ExtendsKeyword);
  const base = clause?.types[0]?.expression;
  if (!base) return null;
  if (!kit.isIdentifier(base)) return base.getText();
  const found = findDeclaration(node.getSourceFile(), base.text);
  if (found && kit.isClassDeclaration(found)) return found;
  return base.text === 'BaseEntity' ? null : base.text;
}

/** The properties of a class, those of the classes that it extends first. */
function membersOf(
  node: ts.ClassDeclaration,
  depth = 0,
): { members: readonly Member[]; opaque: readonly Opaque[] } {
  const kit = typescript();
  const own = node.members.filter((member) => kit.isPropertyDeclaration(member));
  const base = depth > 8 ? null : baseOf(node);
  if (base === null) return { members: own, opaque: [] };
  if (typeof base === 'string') {
    const why = 'the class that it extends is computed, or not of this project';
    return { members: own, opaque: [{ kind: 'opaque', property: base, node, why }] };
  }
  const { members, opaque } = membersOf(base, depth + 1);
  const names = new Set(own.map((member) => member.name.getText()));
  return {
    members: [...members.filter((member) => !names.has(member.name.getText())), ...own],
    opaque,
  };
}

/** Reads a class as an entity; null where it is none. */
export function readEntity(path: string, node: ts.ClassDeclaration): Entity | null {
  const decorators = decoratorsOf(node);
  const entity = decorators.find(({ name }) => name === 'Entity');
  const name = node.name?.text;
  if (!entity || name === undefined) return null;
  const model = decorators.find((decorator) => decorator.name === 'Model');
  const { members, opaque } = membersOf(node);
  const read = members.map((member) => readColumn(member));
  const relations = members.flatMap((member) => readRelation(member) ?? []);
  const isUnread = ({ kind, model, owns, join }: Relation): boolean =>
    owns && (model === null || (kind === 'ManyToMany' && join === null));
  const unread = relations.filter(isUnread);
  const columns = read.flatMap((one) => (one && one.kind !== 'opaque' ? [one] : []));
  return {
    path,
    node,
    name,
    table: stringOption(entity, 'name') ?? snakeCase(name),
    prefix: model ? stringOption(model, 'prefix') : null,
    label: model ? stringOption(model, 'label') : null,
    unique: groups(decorators, 'Unique'),
    indexes: groups(decorators, 'Index'),
    columns,
    relations: relations.filter((relation) => relation.model !== null && !isUnread(relation)),
    order: members.map((member) => member.name.getText().replace(/['"]/g, '')),
    opaque: [
      ...opaque,
      ...read.flatMap((one) => (one?.kind === 'opaque' ? [one] : [])),
      ...unread.map(({ property, model }): Opaque => ({
        kind: 'opaque',
        property,
        node: members.find((member) => member.name.getText() === property) ?? node,
        why:
          model === null
            ? 'the class that it refers to is computed'
            : joinTableHelp(stringOption(entity, 'name') ?? snakeCase(name), property, model),
      })),
      ...spreadOptions(model),
    ],
  };
}

const spreadOptions = (model: DecoratorCall | undefined): Opaque[] => {
  const whole = model?.args.every(
    (arg) => arg.kind !== 'opaque' && (arg.kind !== 'object' || arg.whole),
  );
  if (!model || whole) return [];
  return [
    { kind: 'opaque', property: '@Model', node: model.node, why: 'its options are computed' },
  ];
};
