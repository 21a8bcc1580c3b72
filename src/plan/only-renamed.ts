import { parseCode, syntaxErrors, typescript, type ts } from '../code/typescript.js';
import { isFormat } from '../merge/code-meaning.js';

/** Names before -> names after, each of which stands for one and is stood for by one. */
class Renaming {
  private readonly to = new Map<string, string>();
  private readonly from = new Map<string, string>();

  /** Whether a name may have become another, by all that was seen so far. */
  fits(was: string, now: string): boolean {
    if (!this.to.has(was) && !this.from.has(now)) {
      this.to.set(was, now);
      this.from.set(now, was);
    }
    return this.to.get(was) === now;
  }
}

/** The words of a file beside its imports, without what is only there because of how it is written. */
function wordsOf(file: ts.SourceFile): ts.Node[] {
  const kit = typescript();
  const { SyntaxKind } = kit;
  const words: ts.Node[] = [];
  const walk = (node: ts.Node): void => {
    if (kit.isImportDeclaration(node) || kit.isJSDoc(node)) return;
    const children = node.getChildren(file);
    if (children.length > 0) children.forEach(walk);
    else if (node.kind !== SyntaxKind.SyntaxList && !isFormat(node, file)) words.push(node);
  };
  walk(file);
  return words;
}

/** The names that a file imports; null where it imports a module for its effect. */
function importedNames(file: ts.SourceFile): string[] | null {
  const kit = typescript();
  const names: string[] = [];
  for (const statement of file.statements) {
    if (!kit.isImportDeclaration(statement)) continue;
    const { importClause: clause } = statement;
    if (!clause) return null;
    const named = clause.namedBindings;
    if (clause.name) names.push(clause.name.text);
    if (named && kit.isNamespaceImport(named)) names.push(named.name.text);
    if (named && kit.isNamedImports(named))
      names.push(...named.elements.map((one) => one.name.text));
  }
  return names;
}

function isSameWord(was: ts.Node, now: ts.Node, names: Renaming): boolean {
  const kit = typescript();
  if (was.kind !== now.kind) return false;
  if (kit.isIdentifier(was) && kit.isIdentifier(now)) return names.fits(was.text, now.text);
  if (kit.isStringLiteral(was) && kit.isStringLiteral(now)) return was.text === now.text;
  return was.getText() === now.getText();
}

/** Whether one text is the other after an editor has renamed and moved things: other names and paths of imports, no more. */
export function isOnlyRenamed(path: string, before: string, after: string): boolean {
  const [base, mine] = [parseCode(path, before), parseCode(path, after)];
  if (syntaxErrors(base) + syntaxErrors(mine) > 0) return false;
  const [old, own] = [importedNames(base), importedNames(mine)];
  const [was, now] = [wordsOf(base), wordsOf(mine)];
  if (!old || old.length !== own?.length || was.length !== now.length) return false;
  const names = new Renaming();
  if (!was.every((word, at) => isSameWord(word, now[at]!, names))) return false;
  // A name that only stands in the imports is nobody's edit; every other one came with its import.
  const used = new Set(now.map((word) => word.getText()));
  return own.every((name) => used.has(name) || old.includes(name));
}
