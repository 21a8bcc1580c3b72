import { identifiersIn } from '../code/identifiers.js';
import { lineAt } from '../code/problem-at.js';
import { parseCode, typescript, type ts } from '../code/typescript.js';
import { applySplices, replaceNode } from '../merge/splice.js';
import { bindingsOf } from './bindings.js';
import { ENGINE } from './record-sources.js';
import type { LeftPlace, Rewritten } from './relation-conditions.js';

const PAGE = { old: 'PageText', now: 'ListPage' };
const RECORD = 'RecordText';

/**
 * Follows what the engine's operations return: a page is called `ListPage`, which was `PageText`; of a record there is no text
 * any more, and only its developer knows what the code does with it.
 */
export function renameShown(path: string, text: string): Rewritten {
  if (!text.includes(PAGE.old) && !text.includes(RECORD)) return { text, left: [] };
  const ts = typescript();
  const file = parseCode(path, text);
  const { importOf } = bindingsOf(file);
  const names = identifiersIn(file);
  const isOfEngine = (node: ts.Identifier, name: string): boolean => {
    const { parent } = node;
    if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent))
      return (parent.propertyName ?? parent.name) === node && isFromEngine(parent);
    const found = importOf(node);
    return found?.name === name && ENGINE.test(found.module) && node.text === name;
  };
  const used = names.filter((node) => node.text === PAGE.old && isOfEngine(node, PAGE.old));
  const isTaken = names.some((node) => node.text === PAGE.now);
  const texts = names.filter((node) => node.text === RECORD && isOfEngine(node, RECORD));
  const left = [
    ...(isTaken ? leftAt(used, `there is another \`${PAGE.now}\` in the file`, text) : []),
    ...leftAt(texts, `\`${RECORD}\` is gone`, text),
  ];
  if (isTaken) return { text, left };
  const splices = used.map((node) =>
    replaceNode(
      node,
      ts.isExportSpecifier(node.parent) && isWhole(node) ? `${PAGE.now} as ${PAGE.old}` : PAGE.now,
    ),
  );
  return { text: applySplices(text, splices) ?? text, left };
}

function isFromEngine(specifier: ts.ImportSpecifier | ts.ExportSpecifier): boolean {
  const ts = typescript();
  const from = ts.isImportSpecifier(specifier)
    ? specifier.parent.parent.parent.moduleSpecifier
    : specifier.parent.parent.moduleSpecifier;
  return from !== undefined && ts.isStringLiteral(from) && ENGINE.test(from.text);
}

/** Whether a name is passed on as it is: other files may import it. */
const isWhole = ({ parent }: ts.Identifier): boolean =>
  typescript().isExportSpecifier(parent) && !parent.propertyName;

/** The first place; the others follow from it. */
const leftAt = (nodes: readonly ts.Node[], why: string, text: string): LeftPlace[] =>
  nodes.slice(0, 1).map((node) => ({ line: lineAt(text, node.getStart()), why }));
