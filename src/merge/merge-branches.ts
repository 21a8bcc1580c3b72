import { diffIndices } from 'node-diff3';
import { withoutMarkers } from '../code/conflict-markers.js';
import { breakLists } from './break-lists.js';
import { isCode } from '../code/typescript.js';
import { codeSource } from './code-parts.js';
import { withCommonStart } from './common-start.js';
import { followRenames } from './follow-renames.js';
import type { Versions } from './merge-structure.js';
import { mergeText } from './merge-text.js';
import type { Merged } from './overlap.js';
import { areRoutesApart } from './dialect/routes-apart.js';
import type { Part } from './part.js';
import { sortGenerated } from './dialect/sort-generated.js';
import type { Splice } from './splice.js';
import { isGenerated } from '../tree.js';

/**
 * Merges two pristine copies of a file. Where both changed the same place neither is kept: too little in a copy is safe, too
 * much is not.
 */
export function mergeCopies(path: string, versions: Versions): string {
  const alike = followRenames(path, withCommonStart(path, versions));
  const merged = bestOf(attempts(path, alike)) ?? neither(path, alike);
  return isGenerated(path) ? sortGenerated(path, merged) : merged;
}

/**
 * Merges two people's versions of a file by structure. Null where a word of either would be lost, where both changed the same
 * place, and where the order of their changes is ambiguous.
 */
export function mergeBranches(path: string, given: Versions): string | null {
  const versions = followRenames(path, withCommonStart(path, given));
  const found = attempts(path, versions).filter(({ merged, text, ...one }) => {
    return keepsWords(path, versions, text) && !statesInTurn(path, one.versions, merged.splices);
  });
  const merged = bestOf(found);
  return merged !== null && isGenerated(path) ? sortGenerated(path, merged) : merged;
}

interface Attempt {
  readonly versions: Versions;
  readonly merged: Merged;
  readonly text: string;
}

/**
 * The merges without a conflict: of theirs into ours, and the other way round where they have changed a list as a whole, into which our
 * changes of its entries go.
 */
function attempts(path: string, versions: Versions): readonly Attempt[] {
  const { base, mine, next } = versions;
  const ours = attempt(path, versions);
  const isTheirs = ours.merged.overlaps.every(({ isAround }) => isAround) && !isWhole(ours);
  const all = isTheirs ? [ours, attempt(path, { base, mine: next, next: mine })] : [ours];
  return all.filter(({ merged: { overlaps, lacks = [] } }) => overlaps.length + lacks.length === 0);
}

function attempt(path: string, versions: Versions): Attempt {
  const { merged, settled } = mergeText(path, versions, 'branches');
  return { versions, merged, text: broken(path, versions, settled.keepMine) };
}

/** Whether nothing of the other side is lost: something around a list, an entry of one that is all ours, an order. */
const isWhole = ({ merged: { overlaps, lacks = [], unturned = [] } }: Attempt): boolean =>
  overlaps.length + lacks.length + unturned.length === 0;

/** The attempt that keeps every order, or loses only the order of parts that mean the same in any order; null without one. */
function bestOf(found: readonly Attempt[]): string | null {
  const isKept = ({ merged }: Attempt) => merged.unturned?.every(({ ordered }) => !ordered) ?? true;
  return (found.find(isWhole) ?? found.find(isKept))?.text ?? null;
}

/** A copy without what both changed. */
function neither(path: string, versions: Versions): string {
  const { marked } = mergeText(path, versions, 'branches').settled;
  return broken(path, versions, withoutMarkers(marked));
}

/** Lists that are too long for a line with what both sides have added, broken into lines. */
const broken = (path: string, { mine }: Versions, text: string): string =>
  isCode(path) ? breakLists(path, mine, text) : text;

type Counts = ReadonlyMap<string, number>;

/** Counts the words and symbols of a text, without the commas of code. */
function countWords(path: string, text: string): Counts {
  const counts = new Map<string, number>();
  for (const word of text.match(/[\w$]+|[^\s\w$]/g) ?? [])
    if (word !== ',' || !isCode(path)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Whether a text has all words that either side added, and none that it removed. */
function keepsWords(path: string, { base, mine, next }: Versions, text: string): boolean {
  const was = countWords(path, base);
  const sides = [mine, next, text].map((one) => countWords(path, one));
  const words = new Set([was, ...sides].flatMap((counts) => [...counts.keys()]));
  return [...words].every((word) => {
    const [own = 0, other = 0, now = 0] = sides.map(
      (counts) => (counts.get(word) ?? 0) - (was.get(word) ?? 0),
    );
    const both = own + other;
    // What both did alike, such as the same import, may appear once.
    const most = Math.max(Math.abs(own), Math.abs(other));
    const once = own * other > 0 ? Math.sign(own) * most : both;
    return Math.min(once, both) <= now && now <= Math.max(once, both);
  });
}

/** Whether both sides added statements at one place, so that their order is ambiguous. */
function statesInTurn(path: string, { base, mine }: Versions, splices: readonly Splice[]): boolean {
  const root = isCode(path) ? codeSource(path, mine)?.root : undefined;
  if (!root) return false;
  const lines = (text: string): string[] => text.split('\n');
  const own = diffIndices(lines(base), lines(mine)).map(({ buffer2 }) => buffer2);
  return splices.some(({ at, remove, insert }) => {
    if (remove > 0) return false;
    const line = lines(mine.slice(0, at)).length - 1;
    const isBeside = own.some(([start, count]) => line >= start - 1 && line <= start + count);
    if (!isBeside || !isStatement(insert, statementsAt(root, at))) return false;
    return !areRoutesApart(path, insert, mine);
  });
}

/** Whether a place is among the statements of a body or of the file; else null. */
function statementsAt(root: Part, at: number): 'body' | 'file' | null {
  const isIn = ({ start, end }: Part): boolean => start < at && at < end;
  const find = (part: Part): 'body' | 'file' | null => {
    for (const slot of part.slots ?? []) {
      if ('part' in slot && isIn(slot.part)) return find(slot.part);
      if ('part' in slot || at < slot.list.open || at > slot.list.close) continue;
      const entry = slot.list.entries.find(isIn);
      if (entry) return find(entry);
      return slot.name !== 'statements' ? null : part === root ? 'file' : 'body';
    }
    return null;
  };
  return find(root);
}

/** Whether the order of a statement matters; declarations of a file may come in any order. */
const DOES = /^\s*(?:[\w$.]+\s*[(=]|(?:await|if|for|while|switch|try|throw|let|var|new)\b)/;

const isStatement = (text: string, among: 'body' | 'file' | null): boolean =>
  among === 'body' ? text.trim() !== '' : among === 'file' && DOES.test(text);
