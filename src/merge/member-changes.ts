import { lineAt } from '../code/problem-at.js';
import { matchEntries } from './match-entries.js';
import { sourceOf } from './merge-structure.js';
import type { Identity, Part, PartList, Slot, Source } from './part.js';
import { isReordered, isUntouched } from './part-extent.js';

/** A declaration, a member of one, or a key of data that differs between two versions of a file. */
export interface MemberChange {
  /** The names of the member from the outside in: `Task.title`, `scripts.start`. */
  readonly name: string;
  readonly kind: 'added' | 'changed' | 'removed';
  /** The line of the member in the second version, from 1; null if only the first version has the member. */
  readonly line: number | null;
}

/** Two versions of a file, and what their parts are within, as the beginning of their names. */
interface Compared {
  readonly before: Source;
  readonly after: Source;
  readonly within: string;
}

/**
 * What was added, changed and removed between two versions of a file, as far as it has a name; null where one of them has no
 * structure that can be read. Formatting, the order of what is named, and imports, which follow from the rest, do not count.
 */
export function memberChanges(
  path: string,
  before: string,
  after: string,
): readonly MemberChange[] | null {
  const [one, other] = [sourceOf(path, before), sourceOf(path, after)];
  if (!one || !other) return null;
  const found = changesOf({ before: one, after: other, within: '' }, one.root, other.root);
  return found.filter((change) => change !== null);
}

/** A change; null for one of something without a name, which counts as a change of what holds it. */
type Found = MemberChange | null;

/** What is told as a whole, however little of it differs. */
const WHOLE: ReadonlySet<Part['kind']> = new Set([
  ...(['PropertyDeclaration', 'PropertySignature', 'MethodDeclaration', 'Constructor'] as const),
  ...(['GetAccessor', 'SetAccessor', 'Decorator', 'JsxSelfClosingElement'] as const),
]);

/** The changes in a part that both versions have, or of the part itself where one of them has no name. */
function changesOf(compared: Compared, was: Part, now: Part): Found[] {
  const { before, after } = compared;
  if (isUntouched(after, now, before, was) || isReordered(after, now, before, was)) return [];
  const name = partName(now);
  const within = name === null ? compared.within : `${memberPath(compared, name)}.`;
  const found = changesInside({ ...compared, within }, was, now);
  if (name === null) return found;
  return found.includes(null) ? [{ ...memberPlace(compared, name, now), kind: 'changed' }] : found;
}

function changesInside(compared: Compared, was: Part, now: Part): Found[] {
  const slots = pairsOf(was, now);
  if (slots === null || WHOLE.has(now.kind)) return [null];
  const found = slots.flatMap(([one, other]) => {
    if ('part' in one && 'part' in other) return changesOf(compared, one.part, other.part);
    return 'list' in one && 'list' in other ? changesIn(compared, one.list, other.list) : [null];
  });
  return found.length > 0 ? found : [null];
}

/** The slots of both parts, where only what is in them can differ; else null. */
function pairsOf(was: Part, now: Part): (readonly [Slot, Slot])[] | null {
  const [slots, others] = [was.slots ?? [], now.slots ?? []];
  const isAlike =
    slots.length > 0 &&
    was.kind === now.kind &&
    was.skeleton === now.skeleton &&
    slots.length === others.length &&
    slots.every(({ name }, at) => others[at]?.name === name);
  return isAlike ? slots.map((slot, at) => [slot, others[at]!]) : null;
}

function changesIn(compared: Compared, before: PartList, after: PartList): Found[] {
  return matchEntries(before, after, before).flatMap(({ base, mine }): Found[] => {
    if (base && mine) return changesOf(compared, base, mine);
    const part = mine ?? base;
    const name = part && partName(part);
    if (!name) return [null];
    return [{ ...memberPlace(compared, name, mine), kind: mine ? 'added' : 'removed' }];
  });
}

/** A name from the outside in; a statement and the call that it is have one. */
const memberPath = ({ within }: Pick<Compared, 'within'>, name: string): string =>
  within.endsWith(`${name}.`) ? within.slice(0, -1) : `${within}${name}`;

const memberPlace = ({ after, within }: Compared, name: string, now: Part | null) => ({
  name: memberPath({ within }, name),
  line: now && lineAt(after.text, now.start),
});

/** Identities that a reader of the file would call a part by. */
const NAMING: ReadonlySet<Identity['by']> = new Set([
  ...(['name', 'column', 'relation', 'entity', 'definition', 'defined'] as const),
  ...(['decorator', 'call', 'element', 'object', 'export', 'accessor'] as const),
]);

/** What a part is called: by its name, or else by what identifies it; null for one that only has a place. */
function partName({ identities }: Part): string | null {
  const known =
    identities.find(({ by }) => by === 'name') ?? identities.find(({ by }) => NAMING.has(by));
  if (!known || known.value === '') return null;
  if (known.by === 'decorator') return `@${known.value}`;
  if (known.by === 'element') return `<${known.value.trim()}>`;
  return known.value.replace(/^"(.*)"$/, '$1');
}
