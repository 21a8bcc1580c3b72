import { lineAt } from '../../code/problem-at.js';
import { nodesIn, parseCode, typescript, type ts } from '../../code/typescript.js';
import { applySplices, replaceNode, type Splice } from '../../merge/splice.js';
import { bindingsOf, type Bindings } from '../bindings.js';
import type { LeftPlace, Rewritten } from './relation-conditions.js';

const UI = /^#ui$|(?:^|\/)ui(?:\/|$)/;
const NOW: ReadonlyMap<string, string> = new Map([
  ['help', 'helperText'],
  ['initial', 'defaultValue'],
]);

/** A name as an attribute or a key has it. */
type Named = ts.JsxAttribute | ts.PropertyAssignment | ts.ShorthandPropertyAssignment;

/**
 * Renames properties of inputs: `<TextInput help="...">` to `helperText`, `initial` to `defaultValue`, and those that
 * `useFormInput` is given. Where others are spread beside them, or both names are there, they are left.
 */
export function renameInInputs(path: string, text: string): Rewritten {
  if (!/\b(?:help|initial)\b/.test(text) || !/['"/]ui['"/]|#ui/.test(text))
    return { text, left: [] };
  const file = parseCode(path, text);
  const bindings = bindingsOf(file);
  const found = nodesIn(file).flatMap((node) => {
    const outcome = outcomeOf(node, bindings);
    return outcome === null ? [] : [{ node, outcome }];
  });
  const splices = found.flatMap(({ outcome }) => (typeof outcome === 'string' ? [] : [outcome]));
  const left = found.flatMap(({ node, outcome }): LeftPlace[] =>
    typeof outcome === 'string' ? [{ line: lineAt(text, node.getStart()), why: outcome }] : [],
  );
  return { text: applySplices(text, splices) ?? text, left };
}

/** The edit of a name, or why there is none; null for what is no old name. */
function outcomeOf(node: ts.Node, bindings: Bindings): Splice | string | null {
  const ts = typescript();
  if (ts.isPropertyAccessExpression(node) || ts.isBindingElement(node))
    return ofOwnInput(node, bindings);
  const isNamed =
    ts.isJsxAttribute(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isShorthandPropertyAssignment(node);
  const to = isNamed ? NOW.get(node.name.getText()) : undefined;
  if (!isNamed || to === undefined || !isOfInput(node, bindings)) return null;
  const { properties } = node.parent;
  if (properties.some((one) => one.name?.getText() === to)) return `the input also has \`${to}\``;
  if (properties.some((one) => ts.isJsxSpreadAttribute(one) || ts.isSpreadAssignment(one)))
    return `the spread object next to it may also have \`${to}\``;
  const isShort = ts.isShorthandPropertyAssignment(node);
  return replaceNode(node.name, isShort ? `${to}: ${node.name.text}` : to);
}

/** Whether an attribute is one of an input of the back-office, or a key of what `useFormInput` is given. */
function isOfInput(node: Named, { importOf }: Bindings): boolean {
  const ts = typescript();
  const whole = node.parent.parent;
  const isElement = ts.isJsxOpeningElement(whole) || ts.isJsxSelfClosingElement(whole);
  const isFirst = ts.isCallExpression(whole) && whole.arguments[0] === node.parent;
  const found = isElement ? importOf(whole.tagName) : isFirst ? importOf(whole.expression) : null;
  if (!found || !UI.test(found.module)) return false;
  return isElement ? found.name.endsWith('Input') : found.name === 'useFormInput';
}

/** `props.help` and `{ help }` of an input of the developer's own, whose users have to follow. */
function ofOwnInput(
  node: ts.PropertyAccessExpression | ts.BindingElement,
  bindings: Bindings,
): string | null {
  const ts = typescript();
  const isBound = ts.isBindingElement(node);
  const name = (isBound ? (node.propertyName ?? node.name) : node.name).getText();
  if (!NOW.has(name)) return null;
  const props = isBound ? node.parent.parent : bindings.declarationOf(node.expression);
  if (!props || !ts.isParameter(props) || !props.type) return null;
  return isOfInputs(props.type, bindings) ? 'it is a property of your own input' : null;
}

/** Whether a type names that of all inputs, itself or by what it extends in this file. */
function isOfInputs(type: ts.Node, bindings: Bindings): boolean {
  const ts = typescript();
  return nodesIn(type)
    .filter(ts.isIdentifier)
    .some((name) => {
      const found = bindings.importOf(name);
      if (found) return found.name === 'FormInputProps' && UI.test(found.module);
      const own = bindings.declarationOf(name);
      const isType = own && (ts.isInterfaceDeclaration(own) || ts.isTypeAliasDeclaration(own));
      return isType === true && own !== type && !isInside(name, own) && isOfInputs(own, bindings);
    });
}

const isInside = (node: ts.Node, outer: ts.Node): boolean =>
  typescript().findAncestor(node, (one) => one === outer) !== undefined;
