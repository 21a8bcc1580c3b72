import { codeSource } from './code-parts.js';
import { mergeImports } from './merge-imports.js';
import { mergeParts } from './merge-parts.js';
import { settle, type Merged } from './overlap.js';
import { inOwnersForm } from './owners-form.js';

/** Three versions of a TypeScript file. */
export interface Versions {
  readonly base: string;
  readonly mine: string;
  readonly next: string;
}

/** Merges TypeScript by structure; null where a version, or what would come out, has syntax errors. */
export function mergeCode(path: string, versions: Versions): Merged | null {
  const mine = codeSource(path, versions.mine);
  const [was, wanted] = [codeSource(path, versions.base), codeSource(path, versions.next)];
  if (!mine || !was || !wanted) return null;
  const [base, next] = [inOwnersForm(path, was, mine), inOwnersForm(path, wanted, mine)];
  const body = mergeParts(base, mine, next);
  const edits = [...body.splices, ...body.overlaps.flatMap(({ splices }) => splices)];
  const imports = mergeImports({ base, mine, next }, edits);
  const merged = { ...body, splices: [...body.splices, ...imports] };
  const settled = settle(merged);
  if (!settled) return null;
  const texts = new Set([settled.keepMine, settled.takeTheirs]);
  texts.delete(versions.mine);
  return [...texts].every((text) => codeSource(path, text) !== null) ? merged : null;
}

/** Whether two texts say the same in TypeScript, however they are formatted and commented. */
export function isSameCode(path: string, a: string, b: string): boolean {
  const [left, right] = [codeSource(path, a), codeSource(path, b)];
  return left !== null && right !== null && left.root.meaning === right.root.meaning;
}
