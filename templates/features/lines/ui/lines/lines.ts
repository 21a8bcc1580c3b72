import type { HttpError } from 'react-admin';
import { knownDefinition, type LinesFact, type RecordId, type Row } from '../application';
import type { FieldProblem, Problem } from '../api/http';
import { changedFields, isWhole, sameValue, sendable, type Values } from '../api/record-values';
import { sessionMayDo } from '../api/session';

/** A line in the form of its parent: one that was read, or a new one. */
export interface FormLine {
  readonly id?: RecordId;
  /** What a new line began with, until somebody typed into it. */
  readonly _first?: Values;
  /** Whether saving removes it. */
  readonly _delete?: boolean;
  readonly [field: string]: unknown;
}

type Lines = readonly FormLine[];

/** The lists of lines that records of a model have; none until the model has been opened. */
export const knownLines = (resource: string): readonly LinesFact[] =>
  knownDefinition(resource)?.lines ?? [];

/** The lists of lines that records of a model are read with: those that the user may see. */
export const readLines = (resource: string): readonly LinesFact[] =>
  knownLines(resource).filter(({ reference }) => sessionMayDo('list', reference));

/** The lists of lines that are still to come, by name: a page may begin with the record's row of a list, which has none. */
export const awaitedLines = (resource: string, record: Row): readonly string[] =>
  isWhole(record) ? [] : readLines(resource).map(({ source }) => source);

/** Whether nobody has typed anything into a new line: it is neither checked nor sent. */
export const isBlank = ({ id, _first, ...values }: FormLine): boolean =>
  id === undefined &&
  _first !== undefined &&
  Object.keys(changedFields(_first, values)).length === 0;

/** Whether saving leaves a line in the record. */
export const isKept = (line: FormLine): boolean => line._delete !== true && !isBlank(line);

/** What a form with lists of lines sends of them. */
export interface LineChanges {
  /** The values of the record itself. */
  readonly own: Values;
  /** The lists with changes, by name. */
  readonly lines: Readonly<Record<string, readonly Values[]>>;
  /** Throws an error again, with the problems of lines at their places in the form. */
  readonly toForm: (error: HttpError) => never;
}

/** What has changed in the lists of lines of a record since it was read. */
export function lineChanges(
  lists: readonly LinesFact[],
  before: Values,
  after: Values,
): LineChanges {
  const changed = lists.flatMap((list) => {
    // What changes other fields alone names no lines.
    if (after[list.source] === undefined) return [];
    const sent = sentLines(linesIn(before, list.source), linesIn(after, list.source));
    return sent === null ? [] : [{ list, ...sent }];
  });
  const own = Object.entries(after).filter(([name]) =>
    lists.every(({ source }) => source !== name),
  );
  return {
    own: Object.fromEntries(own),
    lines: Object.fromEntries(changed.map(({ list, items }) => [list.source, items])),
    toForm: (error) => {
      for (const { list, places } of changed) moveProblems(error, list, places);
      throw error;
    },
  };
}

const linesIn = (values: Values, name: string): Lines => (values[name] ?? []) as Lines;

interface SentLines {
  readonly items: readonly Values[];
  /** The place in the form of each item. */
  readonly places: readonly number[];
}

/** The lines to send: all that are there by their ids, for their order, with their changes; null where nothing has changed. */
export function sentLines(read: Lines, lines: Lines): SentLines | null {
  const known = byId(read);
  const sent = lines.flatMap((line, place) => {
    const item = sentLine(line, known);
    return item === null ? [] : [{ item, place }];
  });
  const items = sent.map(({ item }) => item);
  const isSame =
    items.length === read.length &&
    items.every((item, at) => item['id'] === read[at]!.id && Object.keys(item).length === 1);
  return isSame ? null : { items, places: sent.map(({ place }) => place) };
}

/** A line that somebody else has removed meanwhile is sent as a new one: it is in the user's version. */
function sentLine(line: FormLine, known: ReadonlyMap<RecordId, FormLine>): Values | null {
  const read = line.id === undefined ? undefined : known.get(line.id);
  if (line._delete === true) return read === undefined ? null : { id: line.id, _delete: true };
  if (isBlank(line)) return null;
  return read === undefined
    ? changedFields({}, line)
    : { id: line.id, ...changedFields(read, line) };
}

const byId = (lines: Lines): ReadonlyMap<RecordId, FormLine> =>
  new Map(lines.flatMap((line) => (line.id === undefined ? [] : [[line.id, line] as const])));

/** Gives the problems of an error the places that their lines have in the form. */
function moveProblems({ body }: HttpError, list: LinesFact, places: readonly number[]): void {
  const problem = body as Partial<Problem> | undefined;
  const all = problem?.problems ?? [];
  const moved = (path: string) => {
    const [name, place, ...field] = path.split('.');
    if (name !== list.source || place === undefined) return path;
    return [name, places[Number(place)] ?? place, ...field].join('.');
  };
  const untold = all.filter((one) => isToldElsewhere(one, list, all));
  if (problem?.problems)
    problem.problems = all
      .filter((one) => !untold.includes(one))
      .map((one) => ({ ...one, field: moved(one.field) }));
  if (problem?.errors)
    problem.errors = Object.fromEntries(
      Object.entries(problem.errors)
        .filter(([path]) => untold.every(({ field }) => field !== path))
        .map(([path, text]) => [moved(path), text]),
    );
}

/** What is wrong with the record of a line together with another field is told at that: the record has no cell. */
function isToldElsewhere(
  { field, code }: FieldProblem,
  { source, target }: LinesFact,
  all: readonly FieldProblem[],
): boolean {
  const [line, name] = [field.slice(0, field.lastIndexOf('.') + 1), field.split('.').at(-1)];
  return (
    name === target &&
    line.startsWith(`${source}.`) &&
    all.some((one) => one.code === code && one.field !== field && one.field.startsWith(line))
  );
}

/** Whether a record has the lines that were sent, in their order: an earlier attempt has arrived. */
export const haveBeenSaved = (record: Values, lists: LineChanges['lines']): boolean =>
  Object.entries(lists).every(([name, items]) => {
    const saved = linesIn(record, name);
    const wanted = items.filter((item) => item['_delete'] !== true);
    return (
      saved.length === wanted.length && wanted.every((item, at) => hasValues(saved[at]!, item))
    );
  });

const hasValues = (line: FormLine, { id = line.id, ...values }: Values): boolean =>
  line.id === id && Object.entries(values).every(([name, value]) => sameValue(line[name], value));

/** Lists of lines as saving leaves them, to be compared with others. */
export function settled(names: readonly string[], values: Values): Values {
  const lists = names.flatMap((name) =>
    values[name] === undefined ? [] : [[name, linesIn(values, name).filter(isKept).map(plain)]],
  );
  return { ...values, ...(Object.fromEntries(lists) as Values) };
}

/** What the service maintains by itself would tell any two lines apart. */
const plain = (line: FormLine): Values => ({
  ...(line.id !== undefined && { id: line.id }),
  ...sendable(line),
});

/** The user's changes of lines, made in what others have saved meanwhile. */
export function rebased(read: Lines, theirs: Lines, mine: Lines): Lines {
  const before = byId(read);
  const now = byId(theirs);
  const rebasedLine = (line: FormLine): readonly FormLine[] => {
    const old = before.get(line.id ?? NaN);
    const current = now.get(line.id ?? NaN);
    if (old === undefined) return [line];
    const changes = changedFields(old, line);
    const isChanged = Object.keys(changes).length > 0 && line._delete !== true;
    // What they have removed, and the user has not touched, stays removed.
    if (current === undefined) return isChanged ? [line] : [];
    return [{ ...current, ...changes, ...(line._delete === true && { _delete: true }) }];
  };
  const added = theirs.filter(({ id }) => id !== undefined && !before.has(id));
  return [...mine.flatMap(rebasedLine), ...added];
}

/** The lines of a copy: without what belongs to the lines that they are copied from. */
export const copied = (lines: readonly Row[], left: ReadonlySet<string>): readonly Values[] =>
  lines.map((line) =>
    Object.fromEntries(Object.entries(sendable(line)).filter(([name]) => !left.has(name))),
  );

/** The fields of a total, which are multiplied: `quantity * price`; it stands below the last one. */
export const factorsOf = (total: string): readonly string[] =>
  total.split('*').map((one) => one.trim());

/** A total of all lines that are kept, without the noise of doubles. */
export function sumOf(lines: Lines, total: string, digits?: number): number {
  const factors = factorsOf(total);
  const amounts = lines
    .filter(isKept)
    .map((line) => factors.reduce((product, name) => product * (Number(line[name]) || 0), 1));
  const sum = amounts.reduce((all, amount) => all + amount, 0);
  return Number(digits === undefined ? sum.toPrecision(15) : sum.toFixed(digits));
}
