import { isCode, parseCode, syntaxErrors } from '../code/typescript.js';
import { codeSource, type CodeSource } from './code-parts.js';
import { withColumnsLike } from './column-form.js';
import { jsonSource } from './json-parts.js';
import { mergeImports } from './merge-imports.js';
import { mergeParts } from './merge-parts.js';
import { settle, type Merged } from './overlap.js';
import { ownerNames, withNames } from './owner-names.js';
import type { Source } from './part.js';
import { yamlSource } from './yaml-parts.js';

/** Three versions of a file. */
export interface Versions {
  readonly base: string;
  readonly mine: string;
  readonly next: string;
}

/** A text with its structure by the kind of its file; null where it has none that can be read. */
function sourceOf(path: string, text: string): Source | null {
  if (isCode(path)) return codeSource(path, text);
  if (/\.ya?ml$/.test(path)) return yamlSource(text);
  return /\.jsonc?$/.test(path) ? jsonSource(text) : null;
}

const isReadable = (path: string, text: string): boolean =>
  isCode(path) ? syntaxErrors(parseCode(path, text)) === 0 : sourceOf(path, text) !== null;

/** What names stand for is settled by the imports, so that they follow from what became of the rest. */
function mergeCode(path: string, versions: Versions): Merged | null {
  const mine = codeSource(path, versions.mine);
  const [was, wanted] = [codeSource(path, versions.base), codeSource(path, versions.next)];
  if (!mine || !was || !wanted) return null;
  const names = ownerNames(was, mine, wanted);
  const [base, next] = [was, wanted].map((one) =>
    withColumnsLike(mine, path, withNames(path, one, names)),
  ) as [CodeSource, CodeSource];
  const body = mergeParts(base, mine, next);
  const edits = [...body.splices, ...body.overlaps.flatMap(({ splices }) => splices)];
  return { ...body, splices: [...body.splices, ...mergeImports({ base, mine, next }, edits)] };
}

function mergeData(path: string, { base, mine, next }: Versions): Merged | null {
  const [was, own, wanted] = [base, mine, next].map((text) => sourceOf(path, text));
  return was && own && wanted ? mergeParts(was, own, wanted) : null;
}

/** Merges a file by its structure; null where a version, or what would come out, cannot be read. */
export function mergeStructure(path: string, versions: Versions): Merged | null {
  const merged = isCode(path) ? mergeCode(path, versions) : mergeData(path, versions);
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
