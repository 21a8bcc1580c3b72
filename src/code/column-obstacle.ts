import { isComputedDefault } from './column-default.js';
import { isWhole, decoratorOptions, type DecoratorCall } from './decorators.js';
import { FIELD_OPTIONS } from './field-options.js';
import { findDeclaration } from './find-declaration.js';
import type { Imports } from './imports.js';
import { itemType } from './column-type.js';
import { isTrue, toJson } from './static-value.js';
import { typescript, type ts } from './typescript.js';

/** Options of `@Column` and `@Field` that must be plain values, because they describe the column. */
const READ_OPTIONS = new Set<string>([
  ...['name', 'nullable', 'unique', 'primary', 'length', 'precision', 'scale', 'enum', 'array'],
  ...['asExpression', 'generatedType', 'id', 'select'],
  ...FIELD_OPTIONS,
]);
/** Options for columns that crudgen does not support. */
const UNSUPPORTED = ['hstoreType'];

/** Why a column cannot be read; null where it can. */
export function columnObstacle(
  call: DecoratorCall,
  field: DecoratorCall | undefined,
): string | null {
  for (const one of field ? [call, field] : [call]) {
    const computed = `the options of @${one.called} are computed at run time`;
    if (!isWhole(one)) return computed;
    for (const [name, option] of decoratorOptions(one))
      if (READ_OPTIONS.has(name) && toJson(option) === undefined) return computed;
  }
  const options = decoratorOptions(call);
  if (isTrue(options.get('array')) && itemType(call) === null)
    return 'crudgen does not support an `array` of its type';
  const beyond = UNSUPPORTED.find((name) => options.has(name));
  if (beyond !== undefined) return `crudgen does not support its \`${beyond}\``;
  if (options.has('asExpression') !== options.has('generatedType'))
    return 'a generated column has both `asExpression` and `generatedType`';
  return call.name === 'Column' && isComputedDefault(options.get('default'))
    ? 'its default is computed at run time'
    : null;
}

/** The members of an embedded class, by their own names and TypeORM's column names; null where unknown. */
export function embeddedMembers(
  member: ts.PropertyDeclaration,
  property: string,
  imports: Imports,
): readonly string[] | null {
  const ts = typescript();
  const name = member.getText().match(/=>\s*([\w$]+)/)?.[1] ?? '';
  const found = findDeclaration(member.getSourceFile(), name, imports);
  if (!found || !ts.isClassDeclaration(found) || found.heritageClauses) return null;
  return found.members.flatMap((one) => {
    const inner = one.name?.getText() ?? '';
    const capital = inner.charAt(0).toUpperCase() + inner.slice(1);
    return [inner, property + capital, `${property}_${inner}`];
  });
}
