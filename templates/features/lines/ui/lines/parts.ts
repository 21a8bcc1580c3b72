import { notCopied } from '../api/copies';
import { sessionMayDo } from '../api/session';
import { knownDefinition, type PartPlace, type RecordParts, type Row } from '../application';
import { LineChangesOf } from './line-differences';
import { awaitedLines, copied, knownLines, rebased, settled, type FormLine } from './lines';

/** The lists of lines as parts of their record. */
export const parts: RecordParts = {
  resourcesOf: ({ lines = [] }) => lines.map(({ reference }) => reference),
  isList: (resource, source) => listOf(resource, source) !== undefined,
  settled: (resource, values) =>
    settled(
      knownLines(resource).map(({ source }) => source),
      values,
    ),
  rebased: (resource, source, { read, theirs, mine }) =>
    listOf(resource, source) === undefined
      ? mine[source]
      : rebased(asLines(read[source]), asLines(theirs[source]), asLines(mine[source])),
  Changes: LineChangesOf,
  copied: copiedLines,
  placeOf,
};

const listOf = (resource: string, name: string | undefined) =>
  knownLines(resource).find(({ source }) => source === name);

const asLines = (value: unknown) => (value ?? []) as readonly FormLine[];

/** None that the user may not create. */
function copiedLines(resource: string, record: Row) {
  if (awaitedLines(resource, record).length > 0) return null;
  return Object.fromEntries(
    knownLines(resource).map(({ source, reference }) => {
      const fields = knownDefinition(reference)?.fields ?? [];
      const isCopied = sessionMayDo('create', reference) && record[source] !== undefined;
      const lines = isCopied ? (record[source] as readonly Row[]) : [];
      return [source, copied(lines, notCopied(reference, fields))];
    }),
  );
}

/** `lines.2.quantity` is the quantity of the third line. */
function placeOf(resource: string, path: string): PartPlace | null {
  const [list, place = '', ...rest] = path.split('.');
  const lines = listOf(resource, list);
  if (lines === undefined || !/^\d+$/.test(place)) return null;
  const source = rest.join('.').replace(/^id$/, '');
  const label = source === '' ? 'lines.one' : 'lines.field';
  return { reference: lines.reference, source, label, place: Number(place) + 1 };
}
