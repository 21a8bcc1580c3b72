import { nodesIn, parseCode, typescript, type ts } from '../code/typescript.js';
import { applySplices, replaceNode, type Splice } from '../merge/splice.js';

/** A text without imports of these names where nothing uses them any more. */
export function withoutUnused(path: string, text: string, names: ReadonlySet<string>): string {
  const ts = typescript();
  const file = parseCode(path, text);
  const used = new Set(
    nodesIn(file).flatMap((node) =>
      ts.isIdentifier(node) && !ts.isImportSpecifier(node.parent) ? [node.text] : [],
    ),
  );
  const isGone = ({ name }: ts.ImportSpecifier) => names.has(name.text) && !used.has(name.text);
  const splices = file.statements.filter(ts.isImportDeclaration).flatMap((one): Splice[] => {
    const list = one.importClause?.namedBindings;
    if (!list || !ts.isNamedImports(list) || !list.elements.some(isGone)) return [];
    const kept = list.elements.filter((element) => !isGone(element));
    if (kept.length > 0)
      return [replaceNode(list, `{ ${kept.map((element) => element.getText()).join(', ')} }`)];
    const at = one.getStart();
    const end = /^\r?\n/.exec(text.slice(one.end))?.[0].length ?? 0;
    return [{ at, remove: one.end + end - at, insert: '' }];
  });
  return applySplices(text, splices) ?? text;
}
