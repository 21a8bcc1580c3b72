import { compareText } from '../../model/names.js';
import { mergeLines } from '../merge-lines.js';
import type { Versions } from '../merge-structure.js';
import type { Merged, Overlap } from '../overlap.js';
import type { Splice } from '../splice.js';
import { lineEnd } from '../text-style.js';

/** A section of a page: from its heading to before the next one, without the blank lines at its end. */
interface Section {
  /** The line of its heading; empty for what is above the first. */
  readonly heading: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Merges a page section by section, where both sides have added some: those that meet at one place come in the order of their
 * headings, whoever added them first, as crudgen would list them. Null where there is no such section, headings do not tell sections
 * apart, or somebody has deleted what the other one changed.
 */
export function mergeSections(path: string, { base, mine, next }: Versions): Merged | null {
  const [was, own, wanted] = [base, mine, next].map(sectionsIn) as [Sections, Sections, Sections];
  if (was === null || own === null || wanted === null) return null;
  const added = (sections: ReadonlyMap<string, Section>) =>
    [...sections.values()].filter(({ heading }) => !was.has(heading));
  if (added(own).length === 0 || added(wanted).length === 0) return null;
  const isDeleted = ({ heading, text }: Section) =>
    !own.has(heading) && wanted.has(heading) && wanted.get(heading)!.text !== text;
  if ([...was.values()].some(isDeleted)) return null;
  const splices: Splice[] = [];
  const overlaps: Overlap[] = [];
  for (const { heading, start, text } of own.values()) {
    const [old, now] = [was.get(heading)?.text, wanted.get(heading)?.text];
    if (old === undefined && now === undefined) continue;
    const merged = mergeLines(path, { base: old ?? '', mine: text, next: now ?? '' });
    splices.push(...merged.splices.map((one) => moved(one, start)));
    overlaps.push(...merged.overlaps.map((one) => movedOverlap(one, start)));
  }
  const fresh = added(wanted).filter(({ heading }) => !own.has(heading));
  return {
    mine,
    splices: [...splices, ...insertions(mine, fresh, { was, own, wanted })],
    overlaps,
  };
}

type Sections = ReadonlyMap<string, Section> | null;

/** The sections of a page by their headings; null where two have the same. */
function sectionsIn(page: string): Sections {
  const starts = [...page.matchAll(/^## .*$/gm)].map(({ index }) => index);
  const all = [0, ...starts].map((start, at): Section => {
    const whole = page.slice(start, starts[at] ?? page.length);
    const text = whole.replace(/(\r?\n)\s*$/, '$1');
    const heading = at === 0 ? '' : whole.split('\n', 1)[0]!.trimEnd();
    return { heading, start, end: start + whole.length, text };
  });
  const found = new Map(all.map((one) => [one.heading, one]));
  return found.size === all.length ? found : null;
}

const moved = (splice: Splice, by: number): Splice => ({ ...splice, at: splice.at + by });

const movedOverlap = (overlap: Overlap, by: number): Overlap => ({
  ...overlap,
  ...{ start: overlap.start + by, end: overlap.end + by },
  splices: overlap.splices.map((one) => moved(one, by)),
});

interface ThreePages {
  readonly was: ReadonlyMap<string, Section>;
  readonly own: ReadonlyMap<string, Section>;
  readonly wanted: ReadonlyMap<string, Section>;
}

/** The edits that add new sections: each behind the one before it in its own page, and the developer's that come before it by name. */
function insertions(page: string, fresh: readonly Section[], pages: ThreePages): Splice[] {
  const eol = lineEnd(page);
  const texts = new Map<number, string>();
  for (const section of fresh) {
    const at = placeOf(section, pages);
    const body = section.text.trimEnd().split(/\r?\n/).join(eol) + eol;
    const glue = page === '' || page.endsWith('\n') ? '' : eol;
    const text = at === page.length ? `${glue}${eol}${body}` : body + eol;
    texts.set(at, (texts.get(at) ?? '') + text);
  }
  return [...texts].map(([at, insert]) => ({ at, remove: 0, insert }));
}

function placeOf({ heading }: Section, { was, own, wanted }: ThreePages): number {
  const above = [...wanted.keys()].slice(0, [...wanted.keys()].indexOf(heading));
  const last = above.findLast((one) => own.has(one)) ?? '';
  const all = [...own.values()];
  let at = all.findIndex((one) => one.heading === last);
  const isBefore = (one: Section | undefined): boolean =>
    one !== undefined && !was.has(one.heading) && compareText(one.heading, heading) < 0;
  while (isBefore(all[at + 1])) at += 1;
  return all[at]!.end;
}
