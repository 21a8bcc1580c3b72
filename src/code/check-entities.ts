import { inspect, isDeepStrictEqual } from 'node:util';
import type { Problem } from '../problem.js';
import { untyped } from './column-type.js';
import { decoratorsOf, optionsOf } from './decorators.js';
import { problemAt } from './problem-at.js';
import { memberName } from './member-name.js';
import type { Column } from './read-column.js';
import type { Entity } from './read-entity.js';
import { typescript, type ts } from './typescript.js';

const memberOf = ({ members, node }: Entity, property: string): ts.Node =>
  members.find((one) => memberName(one) === property) ?? node;

/** Says of relations to classes that are not there, by all that are: what follows from them is not known. */
export function targetProblems(entity: Entity, classes: ReadonlySet<string>): Problem[] {
  return entity.relations.flatMap(({ property, model, owns }) => {
    if (!owns || model === null || classes.has(model)) return [];
    const message = `\`${entity.name}.${property}\` refers to \`${model}\`, and the project has no such entity`;
    const help = `bring \`${model}\` back (crudgen restore, or git), or take the relation and its column out`;
    return [asError(problemAt(memberOf(entity, property), 'unknown-class', message, help))];
  });
}

/**
 * Says of columns that leave their type to the annotation: nothing of it is left where a service runs, which TypeORM refuses
 * at its start.
 */
export function typeProblems({ name, members }: Entity): Problem[] {
  return members.flatMap((member) => {
    const found = untyped(member);
    if (found === null) return [];
    const message = `\`${name}.${memberName(member)}\` says no type, and the service would not start with it`;
    return [asError(problemAt(found.node, 'column-type', message, `write ${found.instead}`))];
  });
}

/** Says of columns whose type lists other values than the service takes: code that reads them would be checked by it. */
export function valueProblems({ name, members, columns }: Entity): Problem[] {
  return columns.flatMap(({ property, type: kind, enforce, values, nullable }) => {
    const member = members.find((one) => memberName(one) === property);
    const type = member && typescript().isPropertyDeclaration(member) ? member.type : undefined;
    const typed = type && listedTexts(type);
    if (
      !(enforce || kind === 'enum') ||
      !typed ||
      isDeepStrictEqual(new Set(typed), new Set(values))
    )
      return [];
    const instead = [...values.map((value) => inspect(value)), ...(nullable ? ['null'] : [])];
    const message = `the type of \`${name}.${property}\` lists other values than its column takes`;
    return [problemAt(type, 'column-values', message, `write \`${instead.join(' | ')}\``)];
  });
}

/** The texts of `'a' | 'b' | null`; null for a type that says anything else. */
function listedTexts(type: ts.TypeNode): readonly string[] | null {
  const { isUnionTypeNode, isLiteralTypeNode, isStringLiteral, SyntaxKind } = typescript();
  const literals = (isUnionTypeNode(type) ? [...type.types] : [type]).map((one) =>
    isLiteralTypeNode(one) ? one.literal : null,
  );
  const texts = literals.filter((one) => one?.kind !== SyntaxKind.NullKeyword);
  const strings = texts.filter((one) => one !== null && isStringLiteral(one));
  return texts.length > 0 && strings.length === texts.length
    ? strings.map(({ text }) => text)
    : null;
}

const KEY_HELP =
  'the service goes by one whole number of the database: @PrimaryGeneratedColumn() id!: number;\n' +
  'to keep the class as it is and out of the service, name its table under `ignore` in crudgen.json';

/** Says of a primary key that the service cannot go by; nothing where it may stand in what cannot be read. */
export function keyProblems(entity: Entity): Problem[] {
  const keys = entity.columns.filter(({ kind }) => kind === 'id');
  const [key] = keys;
  const why = key && keyFault(entity, key, keys);
  if (!why) return [];
  const message = `the primary key of \`${entity.name}\` ${why}, and the service would not work with it`;
  return [asError(problemAt(memberOf(entity, key.property), 'primary-key', message, KEY_HELP))];
}

function keyFault(entity: Entity, key: Column, keys: readonly Column[]): string | null {
  const names = keys.map(({ property }) => `\`${property}\``).join(', ');
  if (keys.length > 1) return `is more than one column: ${names}`;
  if (key.property !== 'id') return `is \`${key.property}\`, and not \`id\``;
  if (key.type !== 'integer') return `is a ${key.type}, and not a whole number`;
  if (key.column !== 'id') return `is \`id\`, but its column is \`${key.column}\``;
  return isMade(entity, key) ? null : 'takes numbers that the database does not make';
}

/** Whether the database gives each row its key. */
function isMade({ members }: Entity, { property }: Column): boolean {
  const member = members.find((one) => memberName(one) === property);
  return (member ? decoratorsOf(member) : []).some(
    (one) =>
      /^(?:PrimaryGeneratedColumn|Generated)$/.test(one.name) || optionsOf(one).has('generated'),
  );
}

const asError = ({ severity: _, ...problem }: Problem): Problem => problem;
