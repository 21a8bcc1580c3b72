import { identifiersIn } from '../../code/identifiers.js';
import { lineAt } from '../../code/problem-at.js';
import { nodesIn, parseCode, typescript, type ts } from '../../code/typescript.js';
import { applySplices, replaceNode, type Splice } from '../../merge/splice.js';
import { bindingsOf, type Bindings } from '../bindings.js';
import type { LeftPlace, Rewritten } from './relation-conditions.js';

const PAGE = { old: 'PageText', now: 'ListPage' };
const RECORD = 'RecordText';
/** The modules of the engine that export these types. */
const ENGINE = /^#engine$|(?:^|\/)engine\/(?:index|model\/operations)\.[jt]s$/;

/**
 * Follows what the engine's operations return: a page is called `ListPage`, which was `PageText`; of a record there is no text
 * any more, and only its developer knows what the code does with it.
 */
export function renameShown(path: string, text: string): Rewritten {
  if (!/\b(?:PageText|RecordText|operations)\b/.test(text) || !text.includes('ngine'))
    return { text, left: [] };
  const file = parseCode(path, text);
  const names = typesOf(file);
  const used = names.filter(({ name }) => name === PAGE.old);
  const isTaken = identifiersIn(file).some((node) => node.text === PAGE.now);
  const splices = used.map(({ node }) => renamedIdentifier(node));
  const left = [
    ...(isTaken ? leftAt(used, `the file has another \`${PAGE.now}\``, text) : []),
    ...leftAt(
      names.filter(({ name }) => name === RECORD),
      `\`${RECORD}\` no longer exists`,
      text,
    ),
    ...leftAt(callsIn(file), '`operations` now returns records instead of their texts', text),
  ];
  if (isTaken) return { text, left };
  return { text: applySplices(text, splices) ?? text, left };
}

/** A name in the code that stands for a type of the engine, by what it is called there. */
interface TypeName {
  readonly node: ts.Identifier;
  readonly name: string;
}

function typesOf(file: ts.SourceFile): readonly TypeName[] {
  const bindings = bindingsOf(file);
  return identifiersIn(file).flatMap((node) => {
    const isOne = node.text === PAGE.old || node.text === RECORD;
    return isOne && isOfEngine(node, bindings) ? [{ node, name: node.text }] : [];
  });
}

/** Imported or passed on by this name, or a member of the whole module. */
function isOfEngine(node: ts.Identifier, { importOf }: Bindings): boolean {
  const ts = typescript();
  const { parent } = node;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent))
    return (parent.propertyName ?? parent.name) === node && isFromEngine(parent);
  if (ts.isImportTypeNode(parent)) return isImportOfEngine(parent);
  const isMember = ts.isQualifiedName(parent) && parent.right === node;
  const found = importOf(isMember ? parent.left : node);
  if (!found || !ENGINE.test(found.module)) return false;
  return found.name === (isMember ? '*' : node.text);
}

function isFromEngine(specifier: ts.ImportSpecifier | ts.ExportSpecifier): boolean {
  const ts = typescript();
  const from = ts.isImportSpecifier(specifier)
    ? specifier.parent.parent.parent.moduleSpecifier
    : specifier.parent.parent.moduleSpecifier;
  return from !== undefined && ts.isStringLiteral(from) && ENGINE.test(from.text);
}

function isImportOfEngine({ argument }: ts.ImportTypeNode): boolean {
  const ts = typescript();
  const from = ts.isLiteralTypeNode(argument) ? argument.literal : null;
  return from !== null && ts.isStringLiteral(from) && ENGINE.test(from.text);
}

/** What is passed on keeps its name, by which other files may import it. */
function renamedIdentifier(node: ts.Identifier): Splice {
  const { parent } = node;
  const isPassedOn = typescript().isExportSpecifier(parent) && !parent.propertyName;
  return replaceNode(node, isPassedOn ? `${PAGE.now} as ${PAGE.old}` : PAGE.now);
}

/** Calls of an engine's `operations`. */
const callsIn = (file: ts.SourceFile): readonly { readonly node: ts.Node }[] =>
  nodesIn(file)
    .filter(
      (node) =>
        typescript().isPropertyAccessExpression(node) &&
        node.name.text === 'operations' &&
        /\bengine$/.test(node.expression.getText()),
    )
    .map((node) => ({ node }));

/** The first place; the others follow from it. */
const leftAt = (
  found: readonly { readonly node: ts.Node }[],
  why: string,
  text: string,
): LeftPlace[] =>
  found.slice(0, 1).map(({ node }) => ({ line: lineAt(text, node.getStart()), why }));
