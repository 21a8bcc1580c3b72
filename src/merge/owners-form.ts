import { decoratorsOf } from '../code/decorators.js';
import { typescript, type ts } from '../code/typescript.js';
import { COLUMN, memberIdentities } from './identities.js';
import { codeSource, type CodeSource } from './code-parts.js';
import { applySplices, type Splice } from './splice.js';

/** The decorated columns of a file with the identity of each. */
function columnsOf({ file }: CodeSource): [string, ts.CallExpression][] {
  const kit = typescript();
  const members = file.statements
    .filter((one) => kit.isClassDeclaration(one))
    .flatMap((one) => one.members);
  return members
    .filter((one) => kit.isPropertyDeclaration(one))
    .flatMap((member) =>
      decoratorsOf(member).flatMap(
        ({ name, node: { expression } }): [string, ts.CallExpression][] =>
          COLUMN.test(name) && kit.isCallExpression(expression)
            ? [[memberIdentities(member)[0]?.value ?? '', expression]]
            : [],
      ),
    );
}

/** Whether a column has its type among its options: `@Column({ type: 'text' })`. */
function hasTypeInside(call: ts.CallExpression): boolean {
  const kit = typescript();
  const [options, ...more] = call.arguments;
  if (!options || more.length > 0 || !kit.isObjectLiteralExpression(options)) return false;
  return options.properties.some(
    ({ name }) =>
      name && (kit.isIdentifier(name) || kit.isStringLiteral(name)) && name.text === 'type',
  );
}

/** The edits that put the type of a column among its options. */
function typeInside(call: ts.CallExpression): Splice[] {
  const kit = typescript();
  const [type, options] = call.arguments;
  if (!type || kit.isObjectLiteralExpression(type)) return [];
  const at = type.getStart();
  const said = `{ type: ${type.getText()}`;
  if (!options) return [{ at, remove: type.end - at, insert: `${said} }` }];
  if (!kit.isObjectLiteralExpression(options)) return [];
  const first = options.properties[0]?.getStart() ?? options.end - 1;
  return [
    { at, remove: first - at, insert: options.properties.length > 0 ? `${said}, ` : `${said} ` },
  ];
}

/** A render with each column in the form in which its owner writes it, so that only what it says is compared. */
export function inOwnersForm(path: string, render: CodeSource, mine: CodeSource): CodeSource {
  const forms = new Set(
    columnsOf(mine).flatMap(([key, call]) => (hasTypeInside(call) ? [key] : [])),
  );
  if (forms.size === 0) return render;
  const splices = columnsOf(render).flatMap(([key, call]) =>
    forms.has(key) ? typeInside(call) : [],
  );
  const text = applySplices(render.text, splices);
  return (text !== null && splices.length > 0 && codeSource(path, text)) || render;
}
