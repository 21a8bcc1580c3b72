/** Periods of which no two may overlap, by their columns. */
export interface TablePeriods {
  /** The constraint. */
  readonly name: string;
  readonly start: string;
  readonly end: string;
  /** The columns that rows which overlap have in common. */
  readonly by: readonly string[];
  /** The column of the moment of deletion, where deleted rows do not count. */
  readonly deleted: string | null;
}

const NAME = String.raw`\(?(?:"((?:[^"]|"")+)"|([a-z_][a-z0-9_$]*))\)?(?:::[a-z ]+)?`;
const EXCLUDE = /^EXCLUDE USING gist \((.*?)\)(?: WHERE \((.*)\))?$/;
const EQUAL = new RegExp(`^${NAME} WITH =$`);
const RANGE = new RegExp(String.raw`^(?:date|tstz|int8|num)range\(${NAME}, ${NAME}\) WITH &&$`);
const LIVING = new RegExp(String.raw`^\(?${NAME} IS NULL\)?$`);

/**
 * The periods of an exclusion constraint as migrations of crudgen make it: by that name alone the service knows whose refusal it is.
 * Null for any other.
 */
export function readExclusion(
  table: string,
  name: string,
  definition: string,
): TablePeriods | null {
  const [, body, where] = EXCLUDE.exec(definition) ?? [];
  if (name !== `${table}_no_overlap` || body === undefined) return null;
  // A comma stands between the two ends of a range, too.
  const parts = body.split(/(?<= WITH (?:=|&&)), /);
  const range = RANGE.exec(parts.at(-1)!);
  const by = parts.slice(0, -1).map((part) => nameIn(EQUAL.exec(part), 1));
  const deleted = where === undefined ? null : nameIn(LIVING.exec(where), 1);
  const [start, end] = [nameIn(range, 1), nameIn(range, 3)];
  if (start === null || end === null || (where !== undefined && deleted === null)) return null;
  const known = by.filter((one) => one !== null);
  return known.length === by.length ? { name, start, end, by: known, deleted } : null;
}

/** The name that two groups of a match have, quoted or plain. */
function nameIn(match: RegExpExecArray | null, at: number): string | null {
  const quoted = match?.[at];
  return quoted === undefined ? (match?.[at + 1] ?? null) : quoted.replaceAll('""', '"');
}
