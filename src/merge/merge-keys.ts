import { jsonSource } from './json-parts.js';
import type { Versions } from './merge-code.js';
import { mergeParts } from './merge-parts.js';
import { settle, type Merged } from './overlap.js';
import type { Source } from './part.js';
import { yamlSource } from './yaml-parts.js';

/** Merges JSON (with comments) or YAML by keys; null where a version, or what would come out, cannot be read. */
export function mergeKeys(path: string, versions: Versions): Merged | null {
  const read = (text: string): Source | null =>
    /\.ya?ml$/.test(path) ? yamlSource(text) : jsonSource(text);
  const [base, mine, next] = [read(versions.base), read(versions.mine), read(versions.next)];
  if (!base || !mine || !next) return null;
  const merged = mergeParts(base, mine, next);
  const settled = settle(merged);
  if (!settled) return null;
  return read(settled.keepMine) && read(settled.takeTheirs) ? merged : null;
}
