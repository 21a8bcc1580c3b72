import type { RecordId } from '../fields/record-id.js';
import type { Action } from '../model/access-rules.js';
import { linesOf, type ChildrenInfo } from '../model/model-info.js';
import { HttpProblem, type FieldProblem } from '../problem/problem.js';
import {
  authorize,
  related,
  type Granted,
  type ParentWrite,
  type Scope,
} from '../records/scope.js';
import { isRecord } from '../records/writing/check-payload.js';
import { turnAt } from '../records/writing/check-each.js';
import { NOTHING, type Draft, type DraftLines, type LineItem } from '../records/writing/draft.js';
import { atLine, fieldAt, linesScope, missingLine, settledIn } from './lines.js';

/** So many lines a record may have in one request. */
export const MAX_LINES = 500;

/** A draft with the lines of its payload, and with what is wrong with those: at `lines.2.quantity`. */
export async function withLines(
  payload: unknown,
  draft: Draft,
  parent: ParentWrite,
): Promise<Draft> {
  const relations = linesOf(parent.allowed.model);
  if (relations.length === 0 || !isRecord(payload)) return draft;
  const problems: FieldProblem[] = [];
  const lines: DraftLines[] = [];
  for (const relation of relations) {
    const sent = Object.hasOwn(payload, relation.name) ? payload[relation.name] : undefined;
    if (sent === undefined) continue;
    const wrong = wrongList(sent, relation);
    if (wrong) problems.push(wrong);
    else lines.push(await readList(sent as readonly unknown[], relation, parent));
  }
  for (const { relation, items } of lines) problems.push(...problemsOf(relation, items));
  const { columns, links, virtual, unsent, increments } = draft;
  return {
    ...{ columns, links, virtual, increments, lines },
    ...(unsent && { unsent }),
    problems: [...draft.problems, ...problems],
  };
}

function wrongList(sent: unknown, { name }: ChildrenInfo): FieldProblem | null {
  if (!Array.isArray(sent))
    return { field: name, code: 'type', message: `${name} must be an array of records.` };
  if (sent.length <= MAX_LINES) return null;
  return { field: name, code: 'too-many', message: `${name} must be at most ${MAX_LINES}.` };
}

async function readList(
  sent: readonly unknown[],
  relation: ChildrenInfo,
  parent: ParentWrite,
): Promise<DraftLines> {
  const items: LineItem[] = [];
  for (const [index, one] of sent.entries()) {
    await turnAt(index);
    items.push(await readItem(one, index, relation, parent));
  }
  return { relation, isWhole: parent.mode === 'replace', items };
}

async function readItem(
  sent: unknown,
  index: number,
  relation: ChildrenInfo,
  parent: ParentWrite,
): Promise<LineItem> {
  const scope = linesScope(relation, parent.allowed);
  if (!isRecord(sent)) return wrongItem(index, scope, '', 'type', 'A line must be a JSON object.');
  const { id: given = null, _delete: removes = false, ...values } = sent;
  if (given !== null && !Number.isSafeInteger(given))
    return wrongItem(index, scope, 'id', 'type', 'id must be an integer.');
  if (typeof removes !== 'boolean')
    return wrongItem(index, scope, '_delete', 'type', '_delete must be true or false.');
  const id = given as RecordId | null;
  if (id === null && removes)
    return wrongItem(index, scope, '_delete', 'value', 'A new line cannot be deleted.');
  const action = actionOf(id, removes, values);
  const allowed = allowedTo(action, scope);
  const { grant } = allowed;
  if (id !== null && parent.mode === 'create')
    return { index, id, action, mode: 'update', grant, draft: wrongDraft(missingLine(id, scope)) };
  const mode = id === null ? 'create' : parent.mode;
  if (action === 'keep' || action === 'delete')
    return { index, id, action, mode, grant, draft: NOTHING };
  const settled = settledIn(relation, scope.model);
  try {
    const draft = await parent.prepare(values, mode, allowed, settled);
    return { index, id, action, mode, grant, draft };
  } catch (error) {
    throw error instanceof HttpProblem ? atLine(error, relation, index) : error;
  }
}

function actionOf(id: RecordId | null, removes: boolean, values: object): LineItem['action'] {
  if (id === null) return 'create';
  if (removes) return 'delete';
  return Object.keys(values).length > 0 ? 'edit' : 'keep';
}

/** 403 where the writer may not do this with any line; a line that is only named has to be seen. */
function allowedTo(action: LineItem['action'], scope: Scope): Granted {
  if (action !== 'keep') return authorize(scope, action);
  const seen = SEEING.map((one) => related(scope.model, one, scope)).find((one) => one !== null);
  return seen ?? authorize(scope, 'list');
}

const SEEING: readonly Action[] = ['list', 'show', 'edit'];

const wrongItem = (
  index: number,
  scope: Scope,
  field: string,
  code: string,
  message: string,
): LineItem => ({
  index,
  id: null,
  action: 'keep',
  mode: 'update',
  grant: allowedTo('keep', scope).grant,
  draft: wrongDraft({ field, code, message }),
});

const wrongDraft = (problem: FieldProblem): Draft => ({ ...NOTHING, problems: [problem] });

function problemsOf({ name }: ChildrenInfo, items: readonly LineItem[]): readonly FieldProblem[] {
  const seen = new Set<RecordId>();
  return items.flatMap(({ index, id, draft }) => {
    const at = `${name}.${index}`;
    if (id !== null && seen.has(id)) {
      const message = `The id ${id} occurs more than once.`;
      return [{ field: `${at}.id`, code: 'repeated', message }];
    }
    if (id !== null) seen.add(id);
    return draft.problems.map((one) => ({ ...one, field: fieldAt(at, one.field) }));
  });
}
