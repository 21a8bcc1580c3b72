import { printImport } from '../print/code.js';

/** An import of each name once, in order; none when there are no names. */
export function importOf(names: readonly string[], from: string): string[] {
  const unique = [...new Set(names)].sort();
  return unique.length > 0 ? [printImport(unique, from)] : [];
}
