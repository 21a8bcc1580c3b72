import type { RecordId } from '../fields/record-id.js';
import { and, type Where } from '../model/where.js';
import { HttpProblem } from '../problem/problem.js';
import { idsWhere } from '../records/reading/rows-where.js';
import { removeRow } from '../records/remove.js';
import {
  authorize,
  reading,
  related,
  withoutRules,
  type Granted,
  type Rows,
  type Scope,
  type Write,
} from '../records/scope.js';
import { writeAll, type WriteItem } from '../records/write.js';
import { ManyRefused } from '../records/writing/check-each.js';
import { problemsOfLines } from './problems-of-lines.js';
import { NOTHING, type Draft, type DraftLines, type LineItem } from '../records/writing/draft.js';
import { placesOf, setAside, type Places } from './line-places.js';
import { setValuesAside, type SetAside } from './line-values.js';
import { NOT_SENT, atLine, atLines, belonging, linesScope } from './lines.js';
import { throwIfAny } from '../records/writing/references.js';
import { unknownLines } from './unknown-lines.js';

/**
 * Writes the lines of a record whose own row has been written, each as a record of its own model: first those that go, then those
 * that only move, then the others.
 */
export async function writeLines(id: RecordId, write: Write): Promise<void> {
  await requireLines({ ...write, id });
  for (const lines of write.draft.lines ?? []) {
    const parent = { model: write.model.name, id };
    const context = { ...write.context, parent };
    const scope = { ...linesScope(lines.relation, write), context };
    const rows = { core: scope.core, model: scope.model, session: write.session };
    await writeList({ parent: id, lines, scope, rows });
  }
}

/** The lines of one record that are being written. */
interface LinesWrite {
  readonly parent: RecordId;
  readonly lines: DraftLines;
  /** The scope of the lines. */
  readonly scope: Scope;
  /** All lines of the model, in the session of the write. */
  readonly rows: Rows;
}

async function writeList(work: LinesWrite): Promise<void> {
  const { parent, lines, rows } = work;
  for (const item of lines.items) if (item.action === 'delete') await removeLine(item, work);
  if (lines.isWhole) await removeOthers(work);
  const places = await placesOf(parent, lines, rows);
  if (places) {
    await setAside(places, rows);
    await move(places, work);
  }
  const own = belonging(lines.relation, parent, rows.model);
  const aside = await setValuesAside(lines.items, own, rows);
  await writeAt(itemsOf(work, places, aside), work);
}

/** 422 unless all lines that are named are there for the writer; 403 for one that they see by a role that may not do this. */
async function requireLines(write: Write): Promise<void> {
  const found = [];
  for (const lines of write.draft.lines ?? []) found.push(await unknownLines(lines, write));
  if (found.some(({ problems }) => problems.length > 0)) throwIfAny(await problemsOfLines(write));
  for (const { refused } of found) if (refused) throw refused;
}

/** Writes lines; refusals are told at those that were sent. Nobody is sent the records: they may be of any size. */
async function writeAt(items: readonly WriteItem[], { lines }: LinesWrite): Promise<void> {
  await writeAll(items, 'seen').catch((error: unknown) => {
    throw error instanceof ManyRefused ? atLines(error, lines.relation) : error;
  });
}

const belongsTo = ({ parent, lines }: LinesWrite): Where => ({
  op: 'eq',
  field: lines.relation.field,
  value: parent,
});

async function removeLine(item: LineItem, { lines, scope, rows }: LinesWrite): Promise<void> {
  try {
    await removeRow(item.id!, {}, reading({ ...scope, grant: item.grant }, rows.session));
  } catch (error) {
    throw error instanceof HttpProblem ? atLine(error, lines.relation, item.index) : error;
  }
}

/** Removes the lines that the writer sees and has left out. */
async function removeOthers(work: LinesWrite): Promise<void> {
  const { lines, scope, rows } = work;
  const seen = related(scope.model, 'list', scope);
  if (!seen) return;
  const ids = await idsWhere(and(belongsTo(work), seen.grant.where), rows);
  const named = new Set(lines.items.map(({ id }) => id));
  const others = ids.filter((id) => !named.has(id));
  if (others.length === 0) return;
  const allowed = authorize(scope, 'delete');
  for (const id of others) await removeRow(id, {}, reading(allowed, rows.session));
}

/** Gives lines their new numbers of which nothing else is written: the service does that, whatever the writer may write. */
async function move({ moved, column }: Places, work: LinesWrite): Promise<void> {
  const { lines, scope } = work;
  const { grant } = authorize(withoutRules(scope), 'edit');
  // The hooks act for the user, who is sent none of these lines: they may be of any size.
  const context = { ...scope.context, response: undefined };
  const allowed: Granted = { ...scope, context, grant };
  const sent = new Map(lines.items.map(({ id, index }) => [id, index]));
  const items = moved.map(({ id, position }) => ({
    ...{ index: sent.get(id) ?? NOT_SENT, id, mode: 'update' as const, allowed },
    draft: { ...settled(NOTHING, { [column.name]: position }), isMove: true },
  }));
  await writeAt(items, work);
}

/** The lines of which anything is written, with what the service sets. */
function itemsOf(
  { parent, lines: { relation, items }, scope }: LinesWrite,
  places: Places | null,
  aside: SetAside,
): readonly WriteItem[] {
  return items
    .filter(({ action }) => action === 'create' || action === 'edit')
    .map((item) => {
      const { index, id, grant } = item;
      const values = {
        ...(id === null && belonging(relation, parent, scope.model)),
        ...(places && { [places.column.name]: places.of(item) }),
      };
      const draft = settled(item.draft, values);
      const before = id === null ? undefined : aside.get(id);
      const mode = id === null ? ('create' as const) : ('update' as const);
      return { index, id, mode, allowed: { ...scope, grant }, draft: { ...draft, aside: before } };
    });
}

/** A draft with values that the service sets. */
const settled = (draft: Draft, values: Readonly<Record<string, unknown>>): Draft => ({
  ...draft,
  columns: { ...draft.columns, ...values },
  byCode: new Set([...(draft.byCode ?? []), ...Object.keys(values)]),
});
