import { specifierOf } from '../code/module-names.js';
import type { ts } from '../code/typescript.js';
import { besideOthers, runBehind, runUpTo, turnAmong } from './branch-order.js';
import type { Side } from './import-bindings.js';
import type { Anchor } from './list-splices.js';
import type { Sides } from './merging.js';
import type { Part, PartList } from './part.js';

/** The imports of a file in its three versions. */
export interface BranchImports {
  readonly sides: Sides;
  readonly base: Side;
  readonly mine: Side;
  readonly next: Side;
}

/** The names in braces of an import, as entries and as they are. */
export interface Named {
  readonly list: PartList;
  readonly names: readonly string[];
}

/** The place of a name beside those that the other branch imports from the same module. */
export function besideNames(
  { sides, base, mine, next }: BranchImports,
  part: Part,
  anchor: Anchor,
  [own, wanted]: readonly [Named, Named],
): Anchor {
  if (sides === 'crudgen') return anchor;
  const { list, names } = own;
  const inNext = (name: string) => wanted.list.entries[wanted.names.indexOf(name)] ?? null;
  const triples = names.map((name, at) => ({
    base: base.bindings.has(name) ? list.entries[at]! : null,
    mine: list.entries[at]!,
    next: next.bindings.has(name) ? (inNext(name) ?? list.entries[at]!) : null,
  }));
  const fresh = wanted.names.flatMap((name, at) =>
    mine.bindings.has(name) || base.bindings.has(name) ? [] : [wanted.list.entries[at]!],
  );
  const both = { list, nextList: wanted.list };
  const known = new Map(triples.map((one) => [one.next, one.mine]));
  const below = wanted.list.entries.slice(wanted.list.entries.indexOf(part) + 1);
  const follower = below.flatMap((one) => known.get(one) ?? [])[0] ?? null;
  const added = fresh.map((one) => ({ base: null, mine: null, next: one }));
  const place = anchor.after ? anchor : { ...anchor, before: follower };
  const found = besideOthers({ ...both, triples: [...triples, ...added] }, part, place);
  return found.after || found.before ? found : anchor;
}

/** The import behind which one goes: one that the other branch has added there, too, where that comes first by its module. */
export function behindOthers(
  { sides, base, mine, next }: BranchImports,
  declaration: ts.ImportDeclaration,
  after: ts.ImportDeclaration | undefined,
): ts.ImportDeclaration | undefined {
  if (sides === 'crudgen') return after;
  const without = (...known: readonly Side[]) => {
    const modules = new Set(known.flatMap(({ declarations }) => declarations).map(specifierOf));
    return (one: ts.ImportDeclaration | undefined) => !one || !modules.has(specifierOf(one));
  };
  const others = runBehind([undefined, ...mine.declarations], after, without(base, next));
  const run = runUpTo(next.declarations, declaration, without(base, mine));
  const at = turnAmong(others, run, (one, other) => specifierOf(one!) < specifierOf(other!));
  return at > 0 ? others[at - 1] : after;
}
