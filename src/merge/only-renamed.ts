import { importedNames } from '../code/module-names.js';
import { typescript, type ts } from '../code/typescript.js';
import { codeSource, type CodeSource } from './code-parts.js';
import { importsOf } from './import-bindings.js';

interface Word {
  readonly kind: ts.SyntaxKind;
  readonly text: string;
}

function scannedWords(meaning: string): Word[] {
  const { createScanner, ScriptTarget, SyntaxKind } = typescript();
  const scanner = createScanner(ScriptTarget.Latest, true);
  scanner.setText(meaning);
  const words: Word[] = [];
  for (let kind = scanner.scan(); kind !== SyntaxKind.EndOfFileToken; kind = scanner.scan())
    words.push({ kind, text: scanner.getTokenText() });
  return words;
}

/** Whether two texts differ only by a one-to-one renaming. */
export function isRenamed(before: string, after: string): boolean {
  const { Identifier } = typescript().SyntaxKind;
  const [was, now] = [scannedWords(before), scannedWords(after)];
  const [to, from] = [new Map<string, string>(), new Map<string, string>()];
  const isSame = (old: Word, word: Word): boolean => {
    if (old.kind !== word.kind) return false;
    if (old.kind !== Identifier) return old.text === word.text;
    if (!to.has(old.text)) to.set(old.text, word.text);
    if (!from.has(word.text)) from.set(word.text, old.text);
    return to.get(old.text) === word.text && from.get(word.text) === old.text;
  };
  return was.length === now.length && was.every((word, at) => isSame(word, now[at]!));
}

/** The meaning of a file without its imports. */
const bodyOf = ({ root }: CodeSource): string =>
  (root.slots ?? [])
    .flatMap((slot) => ('list' in slot ? slot.list.entries : []))
    .map(({ meaning }) => meaning)
    .join(' ; ');

/** Whether a generated file was only changed by renames or moves in an editor. */
export function isOnlyRenamed(path: string, before: string, after: string): boolean {
  const [base, mine] = [codeSource(path, before), codeSource(path, after)];
  if (!base || !mine) return false;
  const effects = (source: CodeSource) =>
    importsOf(source).filter((one) => !one.importClause).length;
  const sameImports =
    importedNames(base.file).length === importedNames(mine.file).length &&
    effects(base) === effects(mine);
  return sameImports && isRenamed(bodyOf(base), bodyOf(mine));
}
