import type { Tree } from '../tree.js';
import { formatMany } from '../format/format-many.js';

/** The code of a file as its template fills it: laid out with the first need of its text, as most are not needed. */
export class Draft {
  constructor(readonly code: string) {}

  /** In prettier's format. */
  get text(): string {
    if (!laidOut.has(this.code)) formatAll([this.code]);
    return laidOut.get(this.code)!;
  }
}

/** Each code is laid out once, as the render of the model before a change is mostly that of the one after it. */
const laidOut = new Map<string, string>();

/** As many as the files of a project of a thousand models. */
const KEPT = 10_000;

function formatAll(codes: readonly string[]): void {
  if (laidOut.size > KEPT) laidOut.clear();
  const fresh = [...new Set(codes)].filter((code) => !laidOut.has(code));
  formatMany(fresh).forEach((text, at) => laidOut.set(fresh[at]!, text));
}

/** Files by path: as they are, or as drafts. */
export type Drafts = ReadonlyMap<string, string | Draft>;

/** The files with their layout. */
export function layOut(drafts: Drafts): Tree {
  formatAll([...drafts.values()].flatMap((file) => (file instanceof Draft ? [file.code] : [])));
  return new Map([...drafts].map(([path, file]) => [path, textOf(file)]));
}

/** The text of a file. */
export const textOf = (file: string | Draft): string =>
  typeof file === 'string' ? file : file.text;
