import type { Tree } from '../tree.js';
import { formatCode, Unparsable } from '../format/format-code.js';
import { formatMany } from '../format/format-many.js';
import { brokenOutput, type OwnTemplate } from './own-template.js';

/** The code of a file as its template fills it: laid out with the first need of its text, as most are not needed. */
export class Draft {
  constructor(
    readonly code: string,
    /** The template of the developer's house style, if it makes the draft. */
    readonly template?: OwnTemplate,
  ) {}

  /** The text in prettier's format. */
  get text(): string {
    if (!laidOut.has(this.code)) formatAll([this]);
    return laidOut.get(this.code)!;
  }

  /** The text in lines of another length. */
  textWithin(printWidth: number): string {
    return refusingBroken([this], () => formatCode(this.code, { printWidth }));
  }
}

/** Each code is laid out once, as the render of the model before a change is mostly that of the one after it. */
const laidOut = new Map<string, string>();

/** The number of texts that are kept: as many as the files of a project of a thousand models. */
const KEPT = 10_000;

function formatAll(drafts: readonly Draft[]): void {
  if (laidOut.size > KEPT) laidOut.clear();
  const codes = new Set(drafts.map(({ code }) => code));
  const fresh = [...codes].filter((code) => !laidOut.has(code));
  const texts = refusingBroken(drafts, () => formatMany(fresh));
  texts.forEach((text, at) => laidOut.set(fresh[at]!, text));
}

/** Formats drafts. If the output of one of the developer's templates is not code, the template is refused. */
function refusingBroken<T>(drafts: readonly Draft[], format: () => T): T {
  try {
    return format();
  } catch (error) {
    if (!(error instanceof Unparsable)) throw error;
    drafts.forEach(requireCode);
    throw error;
  }
}

function requireCode({ code, template }: Draft): void {
  if (template === undefined) return;
  try {
    formatCode(code);
  } catch (error) {
    if (!(error instanceof Unparsable)) throw error;
    throw brokenOutput(template, { code, line: error.line, reason: error.message });
  }
}

/** Files by path: as they are, or as drafts. */
export type Drafts = ReadonlyMap<string, string | Draft>;

/** The files with their layout. */
export function layOut(drafts: Drafts): Tree {
  formatAll([...drafts.values()].filter((file) => file instanceof Draft));
  return new Map([...drafts].map(([path, file]) => [path, draftText(file)]));
}

/** The text of a file. */
export const draftText = (file: string | Draft): string =>
  typeof file === 'string' ? file : file.text;
