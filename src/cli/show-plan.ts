import { factsOf, otherSide, movedTo } from '../plan/conflict-kinds.js';
import type { Change, Conflict, FileConflict, PlaceConflict, Plan } from '../plan/plan.js';
import { diffLines } from '../plan/diff-lines.js';
import { excerpts } from '../plan/excerpts.js';
import type { Problem } from '../problem.js';
import { conflictProblem, fileProblem } from './plan-problems.js';
import { showProblem } from './show-problem.js';
import { PLAIN, type Style } from './style.js';
import { displayText } from './display-text.js';
import { folderOf } from '../tree.js';

/** The details that a plan shows of its files: the difference in changed files, and the text of new files. */
export interface Shown {
  readonly diff?: boolean;
  readonly contents?: boolean;
}

/** A plan as text: a line for each file, with the details that are asked for. Many moves and many new files are grouped by folder. */
export function showPlan(plan: Plan, style: Style = PLAIN, shown: Shown = {}): string {
  const { groups, others } = groupMoves(plan.changes);
  const moves = groups.map(
    ({ count, from, to }) => `  ${showVerb('move', style)}  ${count} files  ${from} -> ${to}`,
  );
  const folders = shown.contents === true ? new Map<string, number>() : newFolders(others);
  const created = [...folders].map(([path, count]) => ({
    path,
    lines: [`  ${showVerb('create', style)}  ${path} (${count} files)`],
  }));
  const single = others
    .filter(({ path }) => !folders.has(folderOf(path)))
    .map((change) => ({
      path: change.path,
      lines: [showChange(change, style), ...showDiff(change, style, shown)],
    }));
  const lines = [...created, ...single]
    .sort((one, other) => (one.path < other.path ? -1 : 1))
    .flatMap((entry) => entry.lines);
  const deleted = plan.stayDeleted.map((path) => `  ${style.dim('stays deleted')}  ${path}`);
  return [...moves, ...lines, ...deleted].join('\n');
}

const VERBS = {
  create: ['create', 'green'],
  update: ['change', 'yellow'],
  merge: ['merge', 'cyan'],
  move: ['move', 'cyan'],
  delete: ['delete', 'red'],
} as const;

function showVerb(kind: Change['kind'], style: Style): string {
  const [verb, colour] = VERBS[kind];
  return style[colour](verb.padEnd(6));
}

function showChange(change: Change, style: Style): string {
  const from = change.kind === 'move' ? `${change.from} -> ` : '';
  return `  ${showVerb(change.kind, style)}  ${from}${change.path}`;
}

function showDiff(change: Change, style: Style, { diff, contents }: Shown): string[] {
  if (change.kind === 'create') return contents === true ? showLines('', change.next, style) : [];
  if (change.kind === 'delete' || diff !== true) return [];
  return showLines(change.mine, change.next, style);
}

function showLines(before: string, after: string, style: Style): string[] {
  const colour = { ' ': style.dim, '-': style.red, '+': style.green, '@': style.cyan };
  return diffLines(before, after).map(({ kind, text }) => {
    const line = kind === '@' ? text : `${kind}${displayText(text)}`;
    return `      ${colour[kind](line)}`;
  });
}

/** A plan in one line: `3 files created, 2 changed, 1 merged`. */
export function summarize(plan: Plan): string {
  const of = (kind: Change['kind']) => plan.changes.filter((change) => change.kind === kind).length;
  const moves = plan.changes.filter((change) => change.kind === 'move');
  const edited = moves.filter((move) => move.edited === true).length;
  const counts: (readonly [number, string])[] = [
    [of('create'), 'created'],
    [of('update'), 'changed'],
    [of('merge'), 'merged with your edits'],
    [moves.length - edited, 'moved'],
    [edited, 'moved with your edits'],
    [of('delete'), 'deleted'],
  ];
  const files = (count: number) => (count === 1 ? ' file' : ' files');
  return counts
    .filter(([count]) => count > 0)
    .map(([count, verb], at) => `${count}${at === 0 ? files(count) : ''} ${verb}`)
    .join(', ');
}

/** The conflicts of a plan, each with both sides, and the flags that resolve them. */
export function showConflicts(plan: Plan, style: Style = PLAIN): string {
  const sides = plan.conflicts.map((one) => showPlace(one, style));
  return showAround(conflictProblem(plan), sides, style);
}

/** A problem with the places that it is about between its message and its help. */
function showAround(problem: Problem, between: readonly string[], style: Style): string {
  const [head = '', ...help] = showProblem(problem, style).split('\n');
  return [head, ...between, ...help].join('\n');
}

/** A conflict for a developer who is asked about it. */
export const showConflict = (conflict: Conflict, style: Style): string =>
  'line' in conflict ? showPlace(conflict, style) : showFile(conflict, style);

/** A place with both sides, as far as they differ. */
function showPlace(place: PlaceConflict, style: Style): string {
  const { path, from, line, yours, crudgen, was } = place;
  const [mine = '', theirs = '', old = ''] = excerpts(yours, crudgen, was).map((text) =>
    displayText(text),
  );
  const before = was === null ? '' : `     ${style.dim(`(was: ${old})`)}`;
  const other = otherSide(place);
  const now = movedTo(place);
  const side = (name: string, text: string) =>
    `      ${style.yellow(name)}${' '.repeat(Math.max(other.length, LONGEST_SIDE) - name.length)}  ${text}`;
  const sides = [
    side('yours', mine),
    side(other, `${theirs}${before}`),
    ...(now.length > 0 ? [side('now in', now.join(', '))] : []),
  ];
  const isMoved = from !== null && from !== path;
  const at = isMoved ? `${from}:${line} -> ${path}` : `${path}:${line}`;
  return [`  ${at}`, ...sides].join('\n');
}

/** The column with the names of sides is at least as wide as `now in`. */
const LONGEST_SIDE = 6;

/** The files that block a plan, each with the edits in the way. */
export function showRefused(plan: Plan, style: Style = PLAIN, keeping?: string): string {
  const files = plan.refused.map((file) =>
    showAround(fileProblem(file, keeping), detailsOf(file, style), style),
  );
  return files.join('\n\n');
}

/** A file that goes or stays, as the developer decides. */
const showFile = (file: FileConflict, style: Style): string =>
  [`  ${file.path} ${factsOf(file).sentence(file)}`, ...detailsOf(file, style)].join('\n');

/** The developer's edits of a file, and the lines that would not compile if the file stayed. */
function detailsOf({ mine, base, breaks }: FileConflict, style: Style): string[] {
  const lines = mine.split('\n');
  const broken = breaks.map(
    (line) =>
      `      ${line}  ${displayText(lines[line - 1] ?? '')}  ${style.dim('(will be gone)')}`,
  );
  return [...(base === null ? [] : showLines(base, mine, style)), ...broken];
}

type Move = Extract<Change, { readonly kind: 'move' }>;

/** Files that move from one folder to another, shown as one line. */
interface MoveGroup {
  readonly count: number;
  readonly from: string;
  readonly to: string;
}

/** More moves, or new files of a folder, than this are shown by folder. */
const MANY = 20;

/** The folders in which a plan creates many files and changes no other file, with the number of files. */
function newFolders(changes: readonly Change[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of changes) counts.set(folderOf(path), (counts.get(folderOf(path)) ?? 0) + 1);
  for (const { kind, path } of changes) if (kind !== 'create') counts.delete(folderOf(path));
  return new Map([...counts].filter(([, count]) => count > MANY));
}

/** Groups many moves by folder, except those of files that the developer has edited. */
function groupMoves(changes: readonly Change[]): {
  readonly groups: readonly MoveGroup[];
  readonly others: readonly Change[];
} {
  const moves = changes.filter((one): one is Move => one.kind === 'move' && one.edited !== true);
  if (moves.length <= MANY) return { groups: [], others: changes };
  const byFolders = new Map<string, Move[]>();
  for (const move of moves) {
    const key = foldersOf(move).join(' ');
    byFolders.set(key, [...(byFolders.get(key) ?? []), move]);
  }
  const many = [...byFolders.values()].filter((group) => group.length > 1);
  const grouped = new Set<Change>(many.flat());
  const groups = many.map((group): MoveGroup => {
    const [from, to] = foldersOf(group[0]!);
    return { count: group.length, from, to };
  });
  return { groups, others: changes.filter((one) => !grouped.has(one)) };
}

/** The folders of a move without their common tail: `src/crud/` and `engine/crud/`. */
function foldersOf({ from, path }: Move): readonly [string, string] {
  const [old, now] = [from.split('/').slice(0, -1), path.split('/').slice(0, -1)];
  while (old.length > 1 && old.at(-1) === now.at(-1) && old.at(-2) === now.at(-2)) {
    old.pop();
    now.pop();
  }
  return [`${old.join('/')}/`, `${now.join('/')}/`];
}
