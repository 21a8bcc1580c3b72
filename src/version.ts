/** The version of crudgen; a test holds it equal to package.json. */
export const VERSION = '0.2.0';

/**
 * The first version that laid projects out as this one does. A change of the layout raises it: into what is laid out
 * otherwise nothing is written but by `upgrade`, and `undo`.
 */
export const LAYOUT_SINCE = '0.2.0';

/** The numbers of a version: major, minor, patch. */
export function versionNumbers(version: string): readonly [number, number, number] {
  const [major = 0, minor = 0, patch = 0] = (/^[\d.]*/.exec(version)?.[0] ?? '')
    .split('.')
    .map(Number);
  return [major, minor, patch];
}

/** Which of two versions comes later: over 0 for the first, under 0 for the second. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [versionNumbers(one), versionNumbers(other)];
  return left.map((number, at) => number - right[at]!).find((difference) => difference !== 0) ?? 0;
}
