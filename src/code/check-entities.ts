import { inspect, isDeepStrictEqual } from 'node:util';
import { unknownName } from '../model/nearest.js';
import { UNIT_TYPES } from '../model/columns.js';
import { unitFault } from '../model/unit.js';
import type { Problem } from '../problem.js';
import { untyped } from './column-type.js';
import { decoratorsOf, memberName } from './decorators.js';
import type { Imports } from './imports.js';
import { errorAt, problemAt } from './problem-at.js';
import { readConstraint } from './read-constraint.js';
import type { Column } from './read-column.js';
import { type Entity, memberOf } from './read-entity.js';
import { typescript, type ts } from './typescript.js';

/** Reports relations to missing classes. */
export function targetProblems(entity: Entity, classes: ReadonlySet<string>): Problem[] {
  return entity.relations.flatMap(({ property, model, owns }) => {
    if (!owns || model === null || classes.has(model)) return [];
    const message = `\`${entity.name}.${property}\` refers to \`${model}\`, but the project has no such entity`;
    const help = `write the new name if you renamed the entity, restore the entity (crudgen restore or git), or remove the relation and its column`;
    return [errorAt(memberOf(entity, property), 'unknown-class', message, help)];
  });
}

/**
 * Reports columns that leave their type to the annotation: types are erased at run time, so TypeORM rejects them on start.
 */
export function typeProblems({ name, members }: Entity, imports: Imports): Problem[] {
  return members.flatMap((member) => {
    const found = untyped(member, imports);
    if (found === null) return [];
    const message = `\`${name}.${memberName(member)}\` has no column type, so the service would not start`;
    return [errorAt(found.node, 'column-type', message, `write ${found.instead}`)];
  });
}

/** Warns of columns whose type lists other values than the service accepts. */
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
    const message = `the type of \`${name}.${property}\` does not list the values that its column accepts`;
    return [problemAt(type, 'column-values', message, `write \`${instead.join(' | ')}\``)];
  });
}

/** Warns of defaults that the service would refuse if they were sent. */
export function defaultProblems({ name, members, columns }: Entity, imports: Imports): Problem[] {
  return columns.flatMap(({ property, type, enforce, values, default: given }) => {
    const value = given?.kind === 'value' ? given.value : null;
    const isListed = typeof value !== 'string' || values.length === 0 || values.includes(value);
    if (isListed || !(enforce || type === 'enum')) return [];
    const member = members.find((one) => memberName(one) === property)!;
    const message = `\`${value}\`, the default of \`${name}.${property}\`, is not one of the values that its column accepts`;
    const help = `the values are ${values.map((one) => `\`${one}\``).join(', ')}`;
    return [problemAt(defaultIn(member, imports), 'bad-default', message, help)];
  });
}

/** Reports units of fields that are not numbers, and units that cannot stand beside a number. */
export function unitProblems(entity: Entity, imports: Imports): Problem[] {
  return entity.columns.flatMap((column) => {
    const { property, unit } = column;
    const fault = unit === null ? null : (typeFault(entity, column) ?? unitFault(unit));
    if (fault === null) return [];
    const member = memberOf(entity, property) as ts.PropertyDeclaration;
    const node = decoratorsOf(member, imports).find(({ name }) => name === 'Field')?.node ?? member;
    return [errorAt(node, 'bad-unit', fault.message, fault.help)];
  });
}

/** The service would not start. */
function typeFault({ name, relations }: Entity, { property, column, type }: Column) {
  const isKey = relations.some(({ join }) => join === column || join === property);
  if (UNIT_TYPES.includes(type) && !isKey) return null;
  const message = `\`${name}.${property}\` has a unit, but is ${isKey ? 'a reference' : type}`;
  return {
    message,
    help: `remove \`unit\` from its @Field; only ${UNIT_TYPES.join(', ')} can have a unit`,
  };
}

/** The default of a column as written; the whole member where its options stand elsewhere. */
function defaultIn(member: ts.PropertyDeclaration, imports: Imports): ts.Node {
  const { isCallExpression, isObjectLiteralExpression, isPropertyAssignment } = typescript();
  const written = decoratorsOf(member, imports).flatMap(({ name, node: { expression } }) => {
    if (name !== 'Column' || !isCallExpression(expression)) return [];
    const options = expression.arguments.filter((one) => isObjectLiteralExpression(one));
    return options.flatMap(({ properties }) => properties);
  });
  const found = written.find((one) => one.name && /^(['"]?)default\1$/.test(one.name.getText()));
  return found && isPropertyAssignment(found) ? found.initializer : (found ?? member);
}

/** The strings of `'a' | 'b' | null`; null for any other type. */
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

/** Reports constraints and indexes on names that are not columns, unless the column may be in code that cannot be read. */
export function groupProblems(
  { name, node, columns, relations, unread }: Entity,
  imports: Imports,
): Problem[] {
  if (unread.length > 0) return [];
  const names = [...columns, ...relations].map(({ property }) => property);
  return decoratorsOf(node, imports).flatMap((call) => {
    const group = readConstraint(call);
    if (group === null || group.kind === 'unread') return [];
    const isKnown = (column: string) => names.includes(column) || column.includes('.');
    return group.columns
      .filter((column) => !isKnown(column))
      .map((column) => {
        const message = `@${call.name} of \`${name}\` names the unknown column \`${column}\`, so the service would not start`;
        const { help = '' } = unknownName('unknown-column', message, column, names);
        return errorAt(call.node, 'unknown-column', message, help);
      });
  });
}
