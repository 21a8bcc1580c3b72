import { createRequire } from 'node:module';
import type * as Re2 from 're2js';

const load = createRequire(import.meta.url);
const compiled = new Map<string, (text: string) => boolean>();

/**
 * Whether a text has a pattern somewhere. By RE2, whose time grows with the text alone: JavaScript's own expressions can take
 * years for a text of some forty letters. Throws where it is no pattern; loaded when a model has the first one.
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
