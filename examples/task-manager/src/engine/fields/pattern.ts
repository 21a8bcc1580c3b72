import { createRequire } from 'node:module';
import type * as Re2 from 're2js';

const load = createRequire(import.meta.url);
const compiled = new Map<string, (text: string) => boolean>();

/**
 * Whether a pattern occurs somewhere in a text. Uses RE2, whose time is linear: JavaScript's own expressions can take years
 * for a text of some forty letters. Throws for an invalid pattern; loaded with the first model that has one.
 */
export function matcherOf(pattern: string): (text: string) => boolean {
  const known = compiled.get(pattern);
  if (known) return known;
  const { RE2JS } = load('re2js') as typeof Re2;
  const expression = RE2JS.compile(pattern);
  const matches = (text: string): boolean => expression.matcher(text).find();
  compiled.set(pattern, matches);
  return matches;
}
