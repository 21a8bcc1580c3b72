import { join } from 'node:path';
import { isStored } from '../../disk/base-store.js';
import { readContent } from '../../disk/contents.js';
import { LAST, readJournal, type Step } from '../../disk/journal.js';
import { EMPTY_PLAN, type Change, type Plan } from '../../plan/plan.js';
import { problem, type Problem, refusal, refuseErrors, warning } from '../../problem.js';
import { readAppliedMigrations, migrationMoment } from '../open/migration-files.js';

/** The plan that undoes the last command, and that command; refuses where a file has changed since or its migration has run. */
export async function planUndo(
  root: string,
): Promise<{ readonly plan: Plan; readonly command: string }> {
  const last = await readJournal(root, LAST);
  if (last === null)
    throw refusal(
      'nothing-to-undo',
      'there is nothing to undo: only the last command can be undone',
      'for earlier changes use git: git log --stat',
    );
  const steps = last.steps;
  const changed: string[] = [];
  for (const { path, after } of steps)
    if ((await readContent(join(root, path))) !== after) changed.push(path);
  if (changed.length > 0) {
    const message = `files have changed since \`${last.command ?? 'the last command'}\`: ${changed.slice(0, 5).join(', ')}`;
    throw refusal('changed-since', message, 'revert with git, or undo your changes by hand first');
  }
  const made = steps.filter(({ before }) => before === null).map(({ path }) => path);
  const warnings = await checkNotApplied(root, made);
  refuseErrors(warnings);
  const plan: Plan = {
    ...EMPTY_PLAN,
    changes: steps.filter(({ path }) => !isStored(path)).map(inverseOf),
    store: new Map(steps.flatMap(storedBefore)),
    warnings,
  };
  return { plan, command: last.command ?? 'the last command' };
}

function inverseOf({ path, before, after }: Step): Change {
  if (before === null) return { kind: 'delete', path, mine: after! };
  if (after === null) return { kind: 'create', path, next: before };
  return { kind: 'update', path, mine: after, next: before };
}

/** What a step changed in the store of pristine copies, as it was before. */
const storedBefore = ({ path, before }: Step): [string, string | null][] =>
  isStored(path) ? [[path, before]] : [];

/** A migration that has run must stay: the database depends on it. A warning where the database cannot be reached. */
async function checkNotApplied(root: string, made: readonly string[]): Promise<Problem[]> {
  const moments = made.flatMap((path) => migrationMoment(path) ?? []);
  if (moments.length === 0) return [];
  const applied = await readAppliedMigrations(root);
  if (applied.kind === 'no-database') return [];
  if (applied.kind !== 'known') return [notChecked(applied.why)];
  const ran = applied.names.filter((name) => moments.some((moment) => name.endsWith(moment)));
  if (ran.length === 0) return [];
  const message = `the migration ${ran.join(', ')} has run on your database`;
  const help = 'revert it first: npm run migrate -- --revert, then: crudgen undo';
  return [problem('applied', message, help)];
}

const notChecked = (why: string): Problem =>
  warning(
    'database',
    `crudgen could not check whether the migration has run on your database: ${why}`,
    'if it has, restore the file from git and revert it: npm run migrate -- --revert',
  );
