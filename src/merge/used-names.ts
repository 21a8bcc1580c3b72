import { identifiersIn, isMemberName } from '../code/identifiers.js';
import { typescript, type ts } from '../code/typescript.js';
import { replaceNode, type Splice } from './splice.js';

/** The names that a file uses. Members may have the same names: `{ HIDDEN: MINE }`. */
export const usedNames = (file: ts.SourceFile): Set<string> =>
  new Set(
    identifiersIn(file)
      .filter((node) => !isMemberName(node))
      .map(({ text }) => text),
  );

/** The edits that give declarations of a file, or what it imports, other names. */
export const renamings = (file: ts.SourceFile, names: ReadonlyMap<string, string>): Splice[] =>
  identifiersIn(file).flatMap((node) => {
    const name = names.get(node.text);
    if (name === undefined || isMemberName(node)) return [];
    return [replaceNode(node, inFullAt(node, name))];
  });

/** A new name as it is written at a place: `{ Column }` becomes `{ Column as Col }`, `{ title }` becomes `{ title: name }`. */
function inFullAt({ text, parent }: ts.Identifier, name: string): string {
  const ts = typescript();
  if (ts.isShorthandPropertyAssignment(parent)) return `${text}: ${name}`;
  return ts.isImportSpecifier(parent) && !parent.propertyName ? `${text} as ${name}` : name;
}
