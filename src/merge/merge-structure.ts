import { isCode, parseCode, syntaxErrors } from '../code/typescript.js';
import { codeSource, type CodeSource } from './code-parts.js';
import { withColumnsLike } from './dialect/column-form.js';
import { jsonSource } from './json-parts.js';
import { aliasedImports } from './import-bindings.js';
import { mergeImports } from './merge-imports.js';
import { mergeParts } from './merge-parts.js';
import type { Sides } from './merging.js';
import { settle, type Merged } from './overlap.js';
import { renamedDeclarations, withNames } from './renamed-declarations.js';
import type { Source } from './part.js';
import { yamlSource } from './yaml-parts.js';

/** Three versions of a file. */
export interface Versions {
  readonly base: string;
  readonly mine: string;
  readonly next: string;
}

/** Parses a text by its file type; null where it has no readable structure. */
export function sourceOf(path: string, text: string): Source | null {
  if (isCode(path)) return codeSource(path, text);
  if (/\.ya?ml$/.test(path)) return yamlSource(text);
  return /\.jsonc?$/.test(path) ? jsonSource(text) : null;
}

const isReadable = (path: string, text: string): boolean =>
  isCode(path) ? syntaxErrors(parseCode(path, text)) === 0 : sourceOf(path, text) !== null;

/** The edits of the imports for each choice: the text between markers uses the names of both sides. */
function importsFor(
  versions: Readonly<Record<keyof Versions, CodeSource>> & { readonly sides: Sides },
  { splices, overlaps }: Merged,
): NonNullable<Merged['imports']> {
  const keepMine = mergeImports(versions, splices);
  if (overlaps.length === 0) return { keepMine, takeTheirs: keepMine, marked: keepMine };
  const all = [...splices, ...overlaps.flatMap((one) => one.splices)];
  const marked = mergeImports(versions, all, splices);
  return { keepMine, takeTheirs: mergeImports(versions, all), marked };
}

/** Merges code; imports follow from the merged body. */
function mergeCode(path: string, versions: Versions, sides: Sides): Merged | null {
  const mine = codeSource(path, versions.mine);
  const [was, wanted] = [codeSource(path, versions.base), codeSource(path, versions.next)];
  if (!mine || !was || !wanted) return null;
  const names = new Map([
    ...renamedDeclarations(was, mine, wanted),
    ...[was, wanted].flatMap((one) => aliasedImports(one, mine)),
  ]);
  const named = [was, wanted].map((one) => withNames(path, one, names));
  const [base, next] = named.map((one) =>
    withColumnsLike({ mine, base: named[0]! }, path, one),
  ) as [CodeSource, CodeSource];
  const body = mergeParts(base, mine, next, sides);
  return { ...body, imports: importsFor({ sides, base, mine, next }, body) };
}

function mergeData(path: string, { base, mine, next }: Versions, sides: Sides): Merged | null {
  const [was, own, wanted] = [base, mine, next].map((text) => sourceOf(path, text));
  return was && own && wanted ? mergeParts(was, own, wanted, sides) : null;
}

/** Merges a file by structure; null where a version or the result cannot be read. */
export function mergeStructure(path: string, versions: Versions, sides: Sides): Merged | null {
  const merged = isCode(path) ? mergeCode(path, versions, sides) : mergeData(path, versions, sides);
  const settled = merged && settle(merged);
  if (!settled) return null;
  const texts = new Set([settled.keepMine, settled.takeTheirs]);
  texts.delete(versions.mine);
  return [...texts].every((text) => isReadable(path, text)) ? merged : null;
}

/** Whether two texts have the same structure, however they are formatted and commented. */
export function isSameStructure(path: string, a: string, b: string): boolean {
  const [left, right] = [sourceOf(path, a), sourceOf(path, b)];
  return left !== null && right !== null && left.root.meaning === right.root.meaning;
}
