/** A part of a file that nothing could be made of: a statement of a dump. */
export interface Skipped {
  /** The file, where there are several. */
  readonly file?: string;
  /** The line on which it begins, from 1. */
  readonly line: number;
  /** How it begins. */
  readonly text: string;
  readonly why: string;
}

/** Characters of a part that tell which one it is. */
const BRIEF = 80;

/** The beginning of a text on a line. */
export function brief(text: string): string {
  const line = text
    .slice(0, 4 * BRIEF)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > BRIEF ? `${line.slice(0, BRIEF - 1)}…` : line;
}

/** A skipped part in a line. */
export const skippedText = ({ file, line, text, why }: Skipped): string =>
  `${file === undefined ? '' : `${file}, `}line ${line}, ${text}: ${why}`;
