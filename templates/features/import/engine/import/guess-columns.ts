import type { ModelInfo } from '../model/model-info.js';
import type { Plan, PlannedColumn, Refusal } from './plan.js';
import { plain } from './read-value.js';
import { fieldsOf, type ImportField, type Target } from './target.js';

/** What is appended to a file of failed rows. */
export const ROW = '_row';
export const PROBLEMS = '_problems';

/** The meaning of a header: a field, and for a reference how it is found. */
interface Meaning {
  readonly field: string;
  readonly by?: string;
}

/**
 * What the columns of a file are for, by their headers: names of fields, labels, relations, and of these what they are found by
 * (`project.label`). A header that means nothing, or nothing that may be written, is left to the user, but for what the service
 * makes itself.
 */
export function guessColumns(
  headers: readonly string[],
  target: Target,
  { on, labels }: Pick<Plan, 'on' | 'labels'>,
): readonly PlannedColumn[] {
  const meanings = meaningsOf(fieldsOf(target, on), labels);
  const meant = headers.map((header) => meanings.get(plain(header)));
  const exact = new Set(meant.filter((one) => one?.by === undefined).map((one) => one?.field));
  const taken = new Set<string>();
  return headers.map((header, at): PlannedColumn => {
    const meaning = meant[at];
    if (!meaning) return withoutField(header, target);
    const { field, by } = meaning;
    // The label beside the reference itself, as an export has it.
    if (by !== undefined && exact.has(field)) return { header, field: null, refused: 'repeated' };
    if (taken.has(field)) return { header, refused: 'repeated' };
    taken.add(field);
    return { header, ...meaning };
  });
}

function meaningsOf(
  fields: readonly ImportField[],
  labels: Plan['labels'],
): ReadonlyMap<string, Meaning> {
  const ways: (readonly [string, Meaning])[] = [
    ...fields.map(({ name }) => [name, { field: name }] as const),
    ...fields.flatMap(({ name }) => {
      const label = Object.hasOwn(labels, name) ? labels[name]! : '';
      return label === '' ? [] : [[label, { field: name }] as const];
    }),
    ...fields.flatMap(({ name, relation }) =>
      relation === undefined ? [] : [[relation, { field: name }] as const],
    ),
    ...fields.flatMap(({ name, relation, by = [] }) =>
      by.map((way) => [`${relation ?? name}.${way}`, { field: name, by: way }] as const),
    ),
  ];
  const found = new Map<string, Meaning>();
  for (const [text, meaning] of ways) {
    const key = plain(text);
    if (key !== '' && !found.has(key)) found.set(key, meaning);
  }
  return found;
}

/** A column without a field that may be written: what its reader may not read does not exist. */
function withoutField(header: string, target: Target): PlannedColumn {
  const refused = refusalOf(header, target);
  return refused === 'read-only' ? { header, field: null, refused } : { header, refused };
}

export function refusalOf(header: string, { model, creating, editing }: Target): Refusal {
  const name = plain(header);
  if ([ROW, PROBLEMS, '_label'].some((own) => own === header)) return 'read-only';
  const readable = new Set([
    ...(creating?.grant.readable ?? []),
    ...(editing?.grant.readable ?? []),
  ]);
  if (madeByService(model, readable).some((one) => plain(one) === name)) return 'read-only';
  return [...readable].some((one) => plain(one) === name) ? 'may-not-write' : 'unknown';
}

/** Fields that no request writes, and labels of references, as far as they may be read. */
function madeByService(
  { columns, extras }: ModelInfo,
  readable: ReadonlySet<string>,
): readonly string[] {
  const known = columns.filter(({ name }) => readable.has(name));
  return [
    ...known.filter(({ role }) => role !== 'data' && role !== 'hidden').map(({ name }) => name),
    ...extras
      .filter(({ name, compute }) => compute !== null && readable.has(name))
      .map(({ name }) => name),
    ...known.flatMap(({ reference }) => (reference ? [`${reference.relation}.label`] : [])),
  ];
}
