import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The file in a project's folder that accepts findings of `crudgen access prove`. Each line has a finding and the reason why the
 * project accepts it; a line that starts with `#` is a comment:
 *
 *     # Reviewed on 2026-11-20.
 *     change: Viewer may list Invoice: rows of others — the auditors asked for it
 *     mutant: Invoice rows.owner dropped — no row has an owner yet
 *
 * The finding is the text before the first dash between spaces (`—` or `--`): its kind, a colon, and the key that the report prints.
 */
export const ALLOW_FILE = 'access.allow';

const KINDS = ['change', 'mutant'] as const;

/** The findings that a project can accept: changes of its rules, and mutants of its rules that survive its tests. */
export type AllowKind = (typeof KINDS)[number];

/** An accepted finding. */
export interface AllowEntry {
  /** The kind of the finding. */
  readonly kind: AllowKind;
  /** The key of the finding, without its kind. */
  readonly key: string;
  /** The reason why the project accepts it. */
  readonly reason: string;
  /**
   * The line in the file, counted from 1.
   *
   * @asType integer
   */
  readonly line: number;
}

/** A line that accepts nothing, because it cannot be read. */
export interface AllowProblem {
  /**
   * The line in the file, counted from 1.
   *
   * @asType integer
   */
  readonly line: number;
  /** The problem. */
  readonly message: string;
}

export interface AllowFile {
  readonly entries: readonly AllowEntry[];
  /** The lines of the file that cannot be read. */
  readonly problems: readonly AllowProblem[];
}

/** The accepted findings of the project in `folder`; a project without the file accepts none. */
export function readAllowFile(folder: string): AllowFile {
  const path = join(folder, ALLOW_FILE);
  return existsSync(path) ? parseAllowFile(readFileSync(path, 'utf8')) : NOTHING;
}

const NOTHING: AllowFile = { entries: [], problems: [] };

export function parseAllowFile(text: string): AllowFile {
  const entries: AllowEntry[] = [];
  const problems: AllowProblem[] = [];
  for (const [at, content] of text.split(/\r?\n/).entries()) {
    const line = at + 1;
    const written = content.trim();
    if (written === '' || written.startsWith('#')) continue;
    const read = readLine(written);
    if (typeof read === 'string') {
      problems.push({ line, message: read });
      continue;
    }
    const twin = entries.find(({ kind, key }) => kind === read.kind && key === read.key);
    if (twin) problems.push({ line, message: `line ${twin.line} already accepts this finding` });
    else entries.push({ ...read, line });
  }
  return { entries, problems };
}

/** The entry of a line, or the problem with it. */
function readLine(written: string): Omit<AllowEntry, 'line'> | string {
  const [, finding, reason] = /^(.*?)\s+(?:—|--)\s+(.+)$/.exec(written) ?? [];
  if (finding === undefined || reason === undefined)
    return 'the line has no reason: write ` — ` and the reason after the finding';
  const kind = KINDS.find((one) => finding.startsWith(`${one}:`));
  const key = kind && normalized(finding.slice(kind.length + 1));
  if (!kind || !key) return 'the line must start with `change:` or `mutant:` and a key';
  return { kind, key, reason };
}

const normalized = (key: string): string => key.trim().replaceAll(/\s+/g, ' ');

export interface Accepted {
  /** The reason, as the file states it. */
  readonly reason: string;
}

/** Findings of one kind as the file settles them. */
export interface Settled<T> {
  /** The findings that the file accepts, with the reasons. */
  readonly allowed: readonly (T & Accepted)[];
  /** The findings that the file does not accept. */
  readonly refused: readonly T[];
  /** The entries that no finding needs. */
  readonly stale: readonly AllowEntry[];
}

/** Separates the findings that the file accepts from the others. `stale` only counts if `findings` are all that there are. */
export function settleFindings<T extends { readonly key: string }>(
  kind: AllowKind,
  findings: readonly T[],
  { entries }: Pick<AllowFile, 'entries'>,
): Settled<T> {
  const own = entries.filter((entry) => entry.kind === kind);
  const reasons = new Map(own.map(({ key, reason }) => [key, reason]));
  const keys = new Set(findings.map(({ key }) => normalized(key)));
  const reasonOf = ({ key }: T) => reasons.get(normalized(key));
  return {
    allowed: findings.flatMap((one) => {
      const reason = reasonOf(one);
      return reason === undefined ? [] : [{ ...one, reason }];
    }),
    refused: findings.filter((one) => reasonOf(one) === undefined),
    stale: own.filter(({ key }) => !keys.has(key)),
  };
}
