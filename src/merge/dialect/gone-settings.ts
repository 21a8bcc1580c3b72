import { diffIndices } from 'node-diff3';
import { placesOfSettings, settingName } from './merge-settings.js';

/** A file of environment variables without what nobody has edited of some settings, and what of them stays. */
export interface WithoutSettings {
  readonly text: string;
  /** The names of settings and the comments that are the developer's. */
  readonly kept: readonly string[];
}

/**
 * Takes settings that are gone out of the developer's file, line by line: what is as it was written goes from beside an edited line,
 * which stays. Where no line beside one was edited all are left to the merge, which takes them away with the blank lines around them.
 */
export function withoutSettings(
  was: string,
  mine: string,
  gone: ReadonlySet<string>,
): WithoutSettings {
  const [before, now] = [was, mine].map((text) => text.split('\n').map((one) => one.trimEnd()));
  const isGone = linesOf(before!, gone);
  const known = matches(before!, now!);
  const dropped = new Set<number>();
  const kept: string[] = [];
  for (const places of paragraphs(now!)) {
    const theirs = places.filter((at) => isGone.has(known.get(at) ?? -1));
    const own = places.filter((at) => !known.has(at));
    if (own.length > 0) for (const at of theirs) dropped.add(at);
    const edited = own.map((at) => now![at]!);
    const isTheirs = theirs.length > 0 || edited.some((line) => gone.has(settingName(line) ?? ''));
    if (isTheirs) kept.push(...toldOf(edited, gone));
  }
  const lines = mine.split('\n').filter((_, at) => !dropped.has(at));
  return { text: lines.join('\n'), kept };
}

/** What is told of the developer's lines beside settings that are gone: names without values, which may be secret, and comments. */
const toldOf = (own: readonly string[], gone: ReadonlySet<string>): readonly string[] =>
  own.flatMap((line) => {
    const name = settingName(line);
    if (name === undefined) return [line];
    return gone.has(name) ? [name] : [];
  });

/** The places of the lines of some settings: their own, and the comments above. */
const linesOf = (lines: readonly string[], names: ReadonlySet<string>): ReadonlySet<number> =>
  new Set(
    placesOfSettings(lines)
      .filter((places) => names.has(settingName(lines[places.at(-1)!]!) ?? ''))
      .flat(),
  );

/** The places of lines that are as they were, each with the place that it had. */
function matches(was: readonly string[], now: readonly string[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  let [from, to] = [0, 0];
  const end = { buffer1: [was.length, 0], buffer2: [now.length, 0] } as const;
  for (const { buffer1, buffer2 } of [...diffIndices([...was], [...now]), end]) {
    while (from < buffer1[0]) found.set(to++, from++);
    from = buffer1[0] + buffer1[1];
    to = buffer2[0] + buffer2[1];
  }
  return found;
}

/** The places of lines between blank ones. */
function paragraphs(lines: readonly string[]): readonly (readonly number[])[] {
  const found: number[][] = [[]];
  lines.forEach((line, at) => {
    if (line === '') found.push([]);
    else found.at(-1)!.push(at);
  });
  return found.filter(({ length }) => length > 0);
}
