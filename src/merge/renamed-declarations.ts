import { typescript, type ts } from '../code/typescript.js';
import { codeSource, type CodeSource } from './code-parts.js';
import { formless } from './function-forms.js';
import { isRenamed } from './only-renamed.js';
import type { Part } from './part.js';
import { applySplices } from './splice.js';
import { renamings, usedNames } from './used-names.js';

/** The declarations of a file, apart from classes, which are identified by table. */
interface Declared {
  readonly name: string;
  readonly kind: Part['kind'];
  /** The meaning of its form, for a function. */
  readonly meaning: string;
}

/** The minimum number of words for a fuzzy match of declarations. */
const TELLING = 12;
/** The share of words that must match. */
const ALIKE = 0.6;

/**
 * Declarations that the developer has renamed: crudgen's name -> theirs. A name counts as renamed where the developer's file
 * does not use it and has one new declaration with the same content, or most of it.
 */
export function renamedDeclarations(
  base: CodeSource,
  mine: CodeSource,
  next: CodeSource,
): ReadonlyMap<string, string> {
  const [inBase, inMine, inNext] = [
    usedNames(base.file),
    usedNames(mine.file),
    usedNames(next.file),
  ];
  const wanted = new Set(declaredIn(next).map(({ name }) => name));
  const gone = declaredIn(base).filter(({ name }) => wanted.has(name) && !inMine.has(name));
  if (gone.length === 0) return new Map();
  const own = declaredIn(mine).filter(({ name }) => !inBase.has(name) && !inNext.has(name));
  const pairs = gone.flatMap((one) => {
    const found = closest(one, own);
    return found && closest(found, gone) === one ? [[one.name, found.name] as const] : [];
  });
  return new Map(pairs);
}

/** A version of a file with the developer's names. */
export function withNames(
  path: string,
  source: CodeSource,
  names: ReadonlyMap<string, string>,
): CodeSource {
  if (names.size === 0) return source;
  const places = renamings(source.file, names);
  return codeSource(path, applySplices(source.text, places) ?? source.text) ?? source;
}

function declaredIn({ file, root }: CodeSource): Declared[] {
  const ts = typescript();
  const entries = (root.slots ?? []).flatMap((slot) => ('list' in slot ? slot.list.entries : []));
  const parts = new Map(entries.map((part) => [part.start, part]));
  return file.statements.flatMap((node) => {
    const name = boundName(node);
    const part = parts.get(node.getStart(file));
    if (!name || !ts.isIdentifier(name) || !part) return [];
    const { kind } = part.callable ?? part;
    return [{ name: name.text, kind, meaning: formless(part) }];
  });
}

function boundName(node: ts.Statement): ts.BindingName | undefined {
  const ts = typescript();
  if (ts.isVariableStatement(node)) {
    const [first, ...more] = node.declarationList.declarations;
    return more.length === 0 ? first?.name : undefined;
  }
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node);
  return isNamed ? node.name : undefined;
}

/** The declaration with the same content under other names, or else most of it. */
function closest(one: Declared, among: readonly Declared[]): Declared | undefined {
  const alike = among.filter(({ kind }) => kind === one.kind);
  const same = alike.find(({ meaning }) => isRenamed(one.meaning, meaning));
  if (same) return same;
  const [best] = alike
    .map((other) => ({ other, share: shareOf(one, other) }))
    .filter(({ share }) => share >= ALIKE)
    .sort((left, right) => right.share - left.share);
  return best?.other;
}

/** The shared words relative to the longer declaration; zero for short ones, which match by chance. */
function shareOf(one: Declared, other: Declared): number {
  const [left, right] = [one, other].map(({ meaning }) => meaning.split(' ')) as [
    string[],
    string[],
  ];
  if (Math.min(left.length, right.length) < TELLING) return 0;
  const counts = new Map<string, number>();
  for (const word of left) counts.set(word, (counts.get(word) ?? 0) + 1);
  const common = right.filter((word) => {
    const count = counts.get(word) ?? 0;
    counts.set(word, count - 1);
    return count > 0;
  });
  return common.length / Math.max(left.length, right.length);
}
