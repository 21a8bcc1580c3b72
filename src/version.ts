/** The version of crudgen; a test holds it equal to package.json. */
export const VERSION = '0.9.0';

/** The oldest version whose projects this version understands. */
export const OLDEST = '0.5.0';

/** The last commit of crudgen that upgrades projects of versions before `OLDEST`, from 0.2.0. */
export const LAST_FOR_OLDER = '9e75dca7';

/** The numbers of a version: major, minor, patch. */
function versionNumbers(version: string): readonly [number, number, number] {
  const [major = 0, minor = 0, patch = 0] = (/^[\d.]*/.exec(version)?.[0] ?? '')
    .split('.')
    .map(Number);
  return [major, minor, patch];
}

/** Compares two versions: positive where the first is later, negative where the second is. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [versionNumbers(one), versionNumbers(other)];
  return left.map((number, at) => number - right[at]!).find((difference) => difference !== 0) ?? 0;
}
