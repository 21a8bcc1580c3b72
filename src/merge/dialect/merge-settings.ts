const SETTING = /^#? ?([A-Z]\w*)=/;

/** The setting of a line, set or commented out. */
export const settingName = (line: string): string | undefined => SETTING.exec(line)?.[1];

/**
 * Lines of a file of environment variables that both sides changed: crudgen's, with the developer's values, and with the settings
 * of which the developer has changed a line and which crudgen no longer writes. Null where both sides changed one setting.
 */
export function mergeSettings(
  was: readonly string[],
  yours: readonly string[],
  given: readonly string[],
): string[] | null {
  const theirs = withOwnLines(was, yours, given);
  const isOwn = (line: string): boolean => !was.includes(line);
  const values = new Map(yours.filter(isOwn).map((line) => [settingName(line), line]));
  const kept = theirs.flatMap((line) => {
    if (line === '' || yours.includes(line) || isOwn(line)) return [line];
    return values.get(settingName(line) ?? '') ?? [];
  });
  const left = settingsIn(yours).filter((lines) =>
    lines.some((line) => isOwn(line) && !kept.includes(line)),
  );
  const names = new Set(kept.map(settingName));
  const isTwice = (line: string): boolean =>
    settingName(line) !== undefined && names.has(settingName(line));
  return left.flat().some(isTwice) ? null : spaced(was, theirs, kept, left);
}

/** Crudgen's lines, with the developer's of the settings that it leaves as they were: their comments as well as their values. */
function withOwnLines(
  was: readonly string[],
  yours: readonly string[],
  theirs: readonly string[],
): readonly string[] {
  const [before, own] = [was, yours].map(
    (lines) => new Map(settingsIn(lines).map((one) => [settingName(one.at(-1)!), one])),
  );
  let above: string[] = [];
  const found: string[] = [];
  for (const line of theirs) {
    above.push(line);
    const name = settingName(line);
    if (name === undefined && line !== '') continue;
    const isLeft = name !== undefined && before!.get(name)?.join('\n') === above.join('\n');
    found.push(...((isLeft && own!.get(name)) || above));
    above = [];
  }
  return [...found, ...above];
}

/** The lines of each setting: the comments above it, and its own. */
const settingsIn = (lines: readonly string[]): readonly (readonly string[])[] =>
  placesOfSettings(lines).map((places) => places.map((at) => lines[at]!));

/** Their places; also those of comments that belong to none. */
export function placesOfSettings(lines: readonly string[]): readonly (readonly number[])[] {
  const found: number[][] = [[]];
  for (const [at, line] of lines.entries()) {
    if (line !== '') found.at(-1)?.push(at);
    if (line === '' || settingName(line) !== undefined) found.push([]);
  }
  return found.filter(({ length }) => length > 0);
}

/** Settings added to lines, with blank lines between them, and around them all, where there were such lines. */
function spaced(
  was: readonly string[],
  theirs: readonly string[],
  kept: readonly string[],
  left: readonly (readonly string[])[],
): string[] {
  if (left.length === 0) return [...kept];
  const ends = theirs.length > 0 ? theirs : was;
  const between = was.includes('') || theirs.includes('') ? [''] : [];
  const [whole, begun] = split(kept);
  const parts = [whole, ...left, begun].filter(({ length }) => length > 0);
  const lines = parts.flatMap((part, index) => (index > 0 ? [...between, ...part] : part));
  return [...(ends[0] === '' ? [''] : []), ...lines, ...(ends.at(-1) === '' ? [''] : [])];
}

/** Lines without blank ones around them, and the comments at their end, whose setting follows elsewhere. */
function split(lines: readonly string[]): readonly [readonly string[], readonly string[]] {
  const isBegun =
    lines.at(-1)?.startsWith('#') === true && settingName(lines.at(-1)!) === undefined;
  const at = isBegun ? lines.lastIndexOf('') + 1 : lines.length;
  return [trimmed(lines.slice(0, at)), lines.slice(at)];
}

const trimmed = (lines: readonly string[]): readonly string[] =>
  lines.slice(Math.max(0, lines.findIndex(Boolean)), lines.findLastIndex(Boolean) + 1);
