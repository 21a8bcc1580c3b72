import { idOf, isId, nounOf, type RecordId } from '../fields/record-id.js';
import type { Action } from '../model/access-rules.js';
import { linesOf, type ChildrenInfo, type ModelInfo } from '../model/model-info.js';
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

/** The maximum number of lines of a record in one request. */
export const MAX_LINES = 500;

/** A draft with the lines of its payload, and with the problems of these lines: at `lines.2.quantity`. */
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
    else {
      const scope = linesScope(relation, parent.allowed);
      const settled = settledIn(relation, scope.model);
      const list = { relation, scope, parent, problems, settled, allowedTo: allowing(scope) };
      lines.push(await readList(sent as readonly unknown[], list));
    }
  }
  return { ...draft, lines, problems: [...draft.problems, ...problems] };
}

function wrongList(sent: unknown, { name }: ChildrenInfo): FieldProblem | null {
  if (!Array.isArray(sent))
    return { field: name, code: 'type', message: `${name} must be an array of records.` };
  if (sent.length <= MAX_LINES) return null;
  return { field: name, code: 'too-many', message: `${name} must be at most ${MAX_LINES}.` };
}

/** A list of lines to read. */
interface List {
  readonly relation: ChildrenInfo;
  /** The scope of the lines. */
  readonly scope: Scope;
  readonly parent: ParentWrite;
  /** What the service sets of them by itself. */
  readonly settled: ReadonlySet<string>;
  /** What the writer may do with them; 403 if nothing. */
  readonly allowedTo: (action: LineItem['action']) => Granted;
  /** The problems of the payload so far: each line adds its own. */
  readonly problems: FieldProblem[];
}

async function readList(sent: readonly unknown[], list: List): Promise<DraftLines> {
  const { relation, scope, parent, problems, allowedTo } = list;
  const named = new Set<RecordId>();
  const items: LineItem[] = [];
  for (const [index, one] of sent.entries()) {
    await turnAt(index);
    const tell = (problem: FieldProblem) =>
      problems.push({ ...problem, field: fieldAt(`${relation.name}.${index}`, problem.field) });
    const line = sentLine(one, scope.model);
    if ('code' in line) {
      // Whoever may not see any line is refused with 403.
      allowedTo('keep');
      tell(line);
    } else {
      const item = await readItem(line, index, list);
      items.push(item);
      for (const problem of named.has(item.id!) ? [repeated(item)] : item.draft.problems)
        tell(problem);
      if (item.id !== null) named.add(item.id);
    }
  }
  return { relation, isWhole: parent.mode === 'replace', items };
}

/** A line of a payload, whose form is right. */
interface SentLine {
  /** Null for a new line. */
  readonly id: RecordId | null;
  readonly removes: boolean;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The line that was sent, or what is wrong with its form. */
function sentLine(sent: unknown, { key }: ModelInfo): SentLine | FieldProblem {
  if (!isRecord(sent)) return { field: '', code: 'type', message: 'A line must be a JSON object.' };
  const { id: named = null, _delete: removes = false, ...values } = sent;
  const id = named === null ? null : idOf(named, key);
  if (id !== null && !isId(id))
    return { field: 'id', code: 'type', message: `id must be ${nounOf(key)}.` };
  if (typeof removes !== 'boolean')
    return { field: '_delete', code: 'type', message: '_delete must be true or false.' };
  if (id === null && removes)
    return { field: '_delete', code: 'value', message: 'A new line cannot be deleted.' };
  return { id, removes, values };
}

async function readItem(
  line: SentLine,
  index: number,
  { relation, scope, parent, settled, allowedTo }: List,
): Promise<LineItem> {
  const { id, values } = line;
  const action = actionOf(line);
  const allowed = allowedTo(action);
  const mode = id === null ? 'create' : parent.mode;
  const draft = (): Draft | Promise<Draft> => {
    // A new record has no lines yet.
    if (id !== null && parent.mode === 'create') return wrongDraft(missingLine(id, scope));
    if (action === 'keep' || action === 'delete') return NOTHING;
    return parent.prepare(values, mode, allowed, settled);
  };
  try {
    return { index, id, action, mode, grant: allowed.grant, draft: await draft() };
  } catch (error) {
    throw error instanceof HttpProblem ? atLine(error, relation, index) : error;
  }
}

function actionOf({ id, removes, values }: SentLine): LineItem['action'] {
  if (id === null) return 'create';
  if (removes) return 'delete';
  return Object.keys(values).length > 0 ? 'edit' : 'keep';
}

/** Asks once for each action: lines of one grant are looked up together. */
function allowing(scope: Scope): List['allowedTo'] {
  const known = new Map<LineItem['action'], Granted>();
  return (action) => {
    const allowed = known.get(action) ?? granted(action, scope);
    known.set(action, allowed);
    return allowed;
  };
}

/** 403 if the writer may not do this with any line. A line that is only named must be visible. */
function granted(action: LineItem['action'], scope: Scope): Granted {
  if (action !== 'keep') return authorize(scope, action);
  const seen = SEEING.map((one) => related(scope.model, one, scope)).find((one) => one !== null);
  return seen ?? authorize(scope, 'list');
}

const SEEING: readonly Action[] = ['list', 'show', 'edit'];

const wrongDraft = (problem: FieldProblem): Draft => ({ ...NOTHING, problems: [problem] });

const repeated = ({ id }: LineItem): FieldProblem => ({
  field: 'id',
  code: 'repeated',
  message: `The id ${id} occurs more than once.`,
});
