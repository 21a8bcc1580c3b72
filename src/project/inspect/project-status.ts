import { isWithin } from '../../code/unread-files.js';
import type { Integer } from '../../integer.js';
import { memberChanges } from '../../merge/member-changes.js';
import type { Change, Plan } from '../../plan/plan.js';
import { isUntouched } from '../../plan/plan-file.js';
import type { Problem } from '../../problem.js';
import { findMoves } from '../../refactor/find-moves.js';
import { type Moves, relocate } from '../../refactor/relocate.js';
import { keepsBase } from '../../render/render-project.js';
import { SEARCH_FILE } from '../../spec/search-config.js';
import { isGenerated } from '../../tree.js';
import type { OpenProject } from '../open/open-project.js';

/** The kinds of difference, in the order of lists; `Finding` explains them. */
export const FINDINGS = [
  'behind',
  'unread',
  'overridden',
  'added',
  'removed',
  'deleted',
  'moved',
  'own',
] as const;

export type FindingKind = (typeof FINDINGS)[number];

/** A difference between a file, or a member of a file, and the output of crudgen. */
export interface Finding {
  /**
   * behind: crudgen would now write it differently; unread: crudgen cannot read a file or member; overridden, added, removed: you
   * changed, added or removed a member; deleted, moved: you deleted or moved a file; own: crudgen did not write the file.
   */
  readonly kind: FindingKind;
  /** The file. */
  readonly path: string;
  /** The member of the file, such as `Task.title` or `scripts.start`; null for the whole file. */
  readonly member: string | null;
  /** The line of the member, from 1; null if the file does not contain the member. */
  readonly line: Integer | null;
  /** The version of crudgen that last wrote the file; null if crudgen did not write it. */
  readonly since: string | null;
  /**
   * The reason why it is out of date: the entities (run `sync`), the version (run `upgrade`) or the project's own templates (run
   * `upgrade --templates`).
   */
  readonly by?: Pending['by'];
  /** Whether the pending change conflicts with an edit; absent if it does not. */
  readonly conflicts?: true;
  /** For a moved file: the path to which crudgen wrote it. */
  readonly from?: string;
  /** The reason why crudgen cannot read it. */
  readonly why?: string;
}

/** What is behind: a plan that would bring it along, and why it is to be made. */
export interface Pending {
  readonly by: 'entities' | 'version' | 'templates';
  readonly plan: Pick<Plan, 'changes' | 'conflicts'>;
}

/** How a project differs from what crudgen would write. */
export interface ProjectStatus {
  readonly findings: readonly Finding[];
  /** Files that are as crudgen wrote them. */
  readonly untouched: number;
}

/** All that differs in a project from what crudgen would write; what is behind, by the plans that would bring it along. */
export function statusOf(
  project: OpenProject,
  problems: readonly Problem[],
  pending: readonly Pending[],
): ProjectStatus {
  const moves = findMoves(project.base, project.mine, project.settings.paths);
  const since = writersIn(project, moves);
  const findings = [...project.base].flatMap(([key, copy]) =>
    fileFindings(project, moves, key, { copy, since }),
  );
  const others = [
    ...pendingFindings(pending, since),
    ...unreadFileFindings(project, problems, since),
    ...unreadMemberFindings(problems, since),
    ...ownFindings(project, new Set([...project.base.keys(), ...moves.values()])),
  ];
  const edited = new Set(findings.map(({ path }) => path));
  return {
    findings: [...findings, ...others],
    untouched: project.base.size - edited.size,
  };
}

/** The version of crudgen that last wrote the file at a path; null where it did not. */
type Since = (path: string) => string | null;

function writersIn({ base, writtenBy, settings }: OpenProject, moves: Moves): Since {
  const keys = new Map([...moves].map(([key, path]) => [path, key]));
  return (path) => {
    const key = keys.get(path) ?? path;
    return base.has(key) ? (writtenBy.get(key) ?? settings.version) : null;
  };
}

/** The findings about a file that crudgen wrote. */
function fileFindings(
  project: OpenProject,
  moves: Moves,
  key: string,
  { copy, since }: { readonly copy: string; readonly since: Since },
): Finding[] {
  const path = moves.get(key) ?? key;
  if (isUnread(project, path) || isAskedFor(key)) return [];
  const now = project.mine.get(path);
  const file = { path, member: null, line: null, since: since(path) };
  if (now === undefined) return [{ ...file, kind: 'deleted' }];
  const moved: Finding[] = path === key ? [] : [{ ...file, kind: 'moved', from: key }];
  // Imports of moved files follow them, or are still as they were.
  const isSame = isUntouched(path, copy, now);
  return [...moved, ...(isSame ? [] : editsOf(file, relocate(copy, key, moves), now))];
}

const isUnread = ({ unreadFiles }: OpenProject, path: string): boolean =>
  [...unreadFiles].some((one) => isWithin(path, one));

/** The developer's edits of a file, member by member if it has members. */
function editsOf(file: Omit<Finding, 'kind'>, copy: string, now: string): Finding[] {
  if (isUntouched(file.path, copy, now)) return [];
  const members = memberChanges(file.path, copy, now) ?? [];
  if (members.length === 0) return [{ ...file, kind: 'overridden' }];
  return members.map(({ name, kind, line }) => ({
    ...file,
    ...{ member: name, line },
    kind: kind === 'changed' ? 'overridden' : kind,
  }));
}

/** What is behind; a file that several plans change is so by the first of them. */
function pendingFindings(pending: readonly Pending[], since: Since): Finding[] {
  const found = new Map<string, readonly Finding[]>();
  for (const { by, plan } of pending) {
    const torn = new Set(plan.conflicts.map(({ path }) => path));
    const behind = (path: string): Finding => ({
      ...{ kind: 'behind', path, member: null, line: null, since: since(path), by },
      ...(torn.has(path) && { conflicts: true }),
    });
    const changed = new Map([
      ...plan.changes.map((one) => [one.path, behindIn(one, behind(one.path))] as const),
      ...[...torn].map((path) => [path, [behind(path)]] as const),
    ]);
    for (const [path, findings] of changed) if (!found.has(path)) found.set(path, findings);
  }
  return [...found.values()].flat();
}

/** What a change brings along: by member for the entities, of which there are few; a version changes whole files. */
function behindIn(change: Change, file: Finding): readonly Finding[] {
  if (file.by !== 'entities' || (change.kind !== 'update' && change.kind !== 'merge'))
    return [file];
  const members = memberChanges(change.path, change.mine, change.next) ?? [];
  // The lines of members are those of the file as it will be.
  return members.length === 0 ? [file] : members.map(({ name }) => ({ ...file, member: name }));
}

function unreadFileFindings(
  { unreadFiles }: OpenProject,
  problems: readonly Problem[],
  since: Since,
): Finding[] {
  return [...unreadFiles].map((path): Finding => {
    const reason = problems.find(
      ({ at, message }) => at?.file === path || message.startsWith(`${path} `),
    );
    return {
      ...{ kind: 'unread', path, member: null, line: reason?.at?.line ?? null },
      since: since(path),
      ...(reason && { why: reason.message }),
    };
  });
}

const UNREADABLE = new Set(['unreadable-member', 'unreadable-access', 'unreadable-entity']);

function unreadMemberFindings(problems: readonly Problem[], since: Since): Finding[] {
  return problems.flatMap(({ code, at, message }): Finding[] => {
    if (!UNREADABLE.has(code) || !at) return [];
    const [, member = null] = /^`([^`]+)`/.exec(message) ?? [];
    const { file, line } = at;
    return [{ kind: 'unread', path: file, member, line, since: since(file), why: message }];
  });
}

/** Files that crudgen, scripts of features and npm write, of which no copies are kept. */
const isWritten = (path: string): boolean =>
  !keepsBase(path) || isGenerated(path) || path === 'package-lock.json';

/** Whether a file only says what was asked for, so that there is nothing else that crudgen would write there. */
const isAskedFor = (path: string): boolean => path === SEARCH_FILE;

function ownFindings(project: OpenProject, known: ReadonlySet<string>): Finding[] {
  return [...project.mine.keys()]
    .filter((path) => !known.has(path) && !isWritten(path) && !isUnread(project, path))
    .map((path) => ({ kind: 'own', path, member: null, line: null, since: null }));
}
