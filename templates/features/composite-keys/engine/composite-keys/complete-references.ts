import type { ComposedReference } from '../model/composed-references.js';
import { partsOf } from '../model/field-columns.js';
import type { RecordId } from '../fields/record-id.js';
import type { Values } from '../model/hooks.js';
import type { FieldProblem } from '../problem/problem.js';
import { decodeRow, selectColumns } from '../records/reading/select-columns.js';
import type { Guard, RecordGuards, Rows, Write } from '../records/scope.js';
import type { Draft } from '../records/writing/draft.js';
import { idOfTexts, partsIn } from './id-text.js';

/** Sees to it that writes of columns are writes of the references that these make up. */
export const referenceGuards: RecordGuards = {
  of: (model) => (model.composed ? [guardOf([...model.composed.byName.values()])] : []),
  refusals: () => [],
};

const guardOf = (references: readonly ComposedReference[]): Guard => ({
  concerns: ({ draft }) => references.some((one) => isTouched(one, draft)),
  complete: (writes) => completeAll(writes, references),
});

const isTouched = ({ column, parts }: ComposedReference, { columns }: Draft): boolean =>
  column.name in columns || parts.some(({ name }) => name in columns);

/** Writes with the ids of the references that they change, as the rows will have them. */
async function completeAll(
  writes: readonly Write[],
  references: readonly ComposedReference[],
): Promise<readonly Write[]> {
  const changes = writes.filter(
    ({ id, draft }) => id !== null && references.some((one) => isTouched(one, draft)),
  );
  const stored = await storedParts(changes, references);
  return writes.map((write) => {
    const row = stored.get(write.id!) ?? {};
    const fixed = fixedIn(write);
    const draft = references.reduce(
      (all, one) => withReference(all, one, { row, fixed }),
      write.draft,
    );
    return draft === write.draft ? write : { ...write, draft };
  });
}

/** The columns that a line has from the record with which it is written: no code has chosen them. */
function fixedIn({ model, context }: Write): ReadonlySet<string> {
  const { lineParent } = model;
  if (!lineParent || context.parent?.model !== lineParent.model) return new Set();
  const parts = partsOf(model.column.get(lineParent.field)!, model);
  return new Set(parts.map(({ name }) => name));
}

/** The row of a write, and which of its columns follow from that with which it is written. */
interface Before {
  readonly row: Readonly<Values>;
  readonly fixed: ReadonlySet<string>;
}

/** The columns of references as rows have them, by the ids of these. */
async function storedParts(
  changes: readonly Write[],
  references: readonly ComposedReference[],
): Promise<ReadonlyMap<RecordId, Readonly<Values>>> {
  const [first] = changes;
  if (!first) return new Map();
  const { core, model, session }: Rows = first;
  const { dialect } = core;
  const columns = [model.key, ...new Set(references.flatMap(({ parts }) => parts))];
  const statement = core.statements.byKey(`parts of references ${model.name}`, () => {
    const among = model.rowKey.among(dialect.placeholder(1), dialect);
    return `SELECT ${selectColumns(columns, model, dialect)} FROM ${dialect.quote(model.table)} WHERE ${among}`;
  });
  const ids = changes.map(({ id }) => id);
  const rows = await session.rows(statement, [dialect.encodeList(ids, model.key)]);
  const found = rows.map((row) => decodeRow(row, columns, dialect));
  return new Map(found.map((values) => [values[model.key.name] as RecordId, values]));
}

/** A draft with the id of a reference, as its columns make it up; with a problem where that is not the one that was sent. */
function withReference(draft: Draft, reference: ComposedReference, { row, fixed }: Before): Draft {
  if (!isTouched(reference, draft) || hasProblem(reference, draft)) return draft;
  const { column, parts } = reference;
  const { name } = column;
  const byCode = draft.byCode ?? new Set<string>();
  const columns: Values = { ...draft.columns };
  if (byCode.has(name) && name in columns) setParts(columns, reference);
  const values = parts.map((part) => (part.name in columns ? columns[part.name] : row[part.name]));
  const id = values.some((value) => value == null) ? null : idOfTexts(values.map(String));
  const set = parts.filter((part) => part.name in draft.columns);
  const isChosen = set.some(({ name: part }) => byCode.has(part) && !fixed.has(part));
  const isRefused = name in columns && columns[name] !== id && !isChosen;
  columns[name] = isRefused ? null : id;
  const isCodes = set.length > 0 && set.every((part) => byCode.has(part.name));
  // Another key than that of the record is a problem of its own.
  const isOtherKey = parts.some(
    ({ name: part }) => (draft.sentKey?.[part] ?? row[part]) !== row[part],
  );
  return {
    ...draft,
    columns,
    ...(isCodes && { byCode: new Set([...byCode, name]) }),
    ...(isRefused && !isOtherKey && { problems: [...draft.problems, disagreement(reference)] }),
  };
}

const hasProblem = ({ column, parts }: ComposedReference, { problems }: Draft): boolean =>
  problems.some(({ field }) => field === column.name || parts.some(({ name }) => name === field));

/** The columns of the reference that code has set by its id. */
function setParts(columns: Values, { column, parts }: ComposedReference): void {
  const id = columns[column.name];
  const values = id === null ? null : partsIn(id, parts);
  for (const [at, { name }] of parts.entries()) columns[name] = values ? values[at] : null;
}

const disagreement = ({ column: { name }, parts }: ComposedReference): FieldProblem => ({
  field: name,
  code: 'differs',
  message: `${name} is not what ${parts.map((part) => part.name).join(' and ')} are.`,
});
