import { definitionsIn } from '../code/definitions.js';
import { isCode, parseCode, typescript, type ts } from '../code/typescript.js';
import type { Versions } from './merge-structure.js';
import { applySplices } from './splice.js';

/**
 * Versions of a file that both sides have written anew, with what they have in common before them: the first access rules of a
 * model begin with the same lines in every branch, and so do its first endpoints. Where both have a rule for the same, people decide.
 */
export function withCommonStart(path: string, versions: Versions): Versions {
  if (versions.base !== '' || !isCode(path)) return versions;
  const [ours, theirs] = [withoutRoutes(path, versions.mine), withoutRoutes(path, versions.next)];
  if (ours !== null && ours === theirs) return { ...versions, base: ours };
  const [mine, next] = [rulesIn(path, versions.mine), rulesIn(path, versions.next)];
  if (mine === null || next === null || isEitherOr(mine.rules, next.rules)) return versions;
  return mine.blank === next.blank ? { ...versions, base: mine.blank } : versions;
}

/** A file of nothing but endpoints of a model without these; null for another one. */
function withoutRoutes(path: string, text: string): string | null {
  const { isArrowFunction, isBlock } = typescript();
  const [only, ...others] = definitionsIn(parseCode(path, text));
  const [, declare] = only?.kind === 'routes' ? only.call.arguments : [];
  if (!declare || others.length > 0 || !isArrowFunction(declare)) return null;
  const { body } = declare;
  if (!isBlock(body)) return null;
  const at = body.getStart();
  return applySplices(text, [{ at, remove: body.end - at, insert: '{\n}' }]);
}

interface Rules {
  readonly rules: ts.ObjectLiteralExpression;
  /** The file without the rules. */
  readonly blank: string;
}

/** The rules in a file of nothing else; null for another one. */
function rulesIn(path: string, text: string): Rules | null {
  const [only, ...others] = definitionsIn(parseCode(path, text));
  const [rules] = only?.kind === 'access' ? only.call.arguments : [];
  if (rules === undefined || others.length > 0) return null;
  if (!typescript().isObjectLiteralExpression(rules)) return null;
  const at = rules.getStart();
  const blank = applySplices(text, [{ at, remove: rules.end - at, insert: '{}' }]);
  const imported = /import \{[^}]*\bdefineAccess\b[^}]*\}/;
  return blank === null
    ? null
    : { rules, blank: blank.replace(imported, 'import { defineAccess }') };
}

/** Whether two objects have different values for one key; entries of the same object are rules of their own. */
function isEitherOr(
  one: ts.ObjectLiteralExpression,
  other: ts.ObjectLiteralExpression,
  depth = 0,
): boolean {
  const { isObjectLiteralExpression } = typescript();
  return one.properties.some((own) => {
    const name = own.name?.getText();
    const twin = other.properties.find((each) => each.name?.getText() === name);
    if (name === undefined) return true;
    if (twin === undefined || twin.getText() === own.getText()) return false;
    const [left, right] = [initializerOf(own), initializerOf(twin)];
    const areObjects =
      left && right && isObjectLiteralExpression(left) && isObjectLiteralExpression(right);
    return depth > 0 || !areObjects || isEitherOr(left, right, depth + 1);
  });
}

const initializerOf = (property: ts.ObjectLiteralElementLike): ts.Expression | null =>
  typescript().isPropertyAssignment(property) ? property.initializer : null;
