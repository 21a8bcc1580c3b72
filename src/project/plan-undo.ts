import { join } from 'node:path';
import { copyOf } from '../disk/base-store.js';
import { readLast, type Step, textNow } from '../disk/journal.js';
import { EMPTY_PLAN } from '../plan/empty-plan.js';
import type { Change, Plan } from '../plan/plan.js';
import { type Problem, refusal } from '../problem.js';
import { readAppliedMigrations } from './applied-migrations.js';
import { migrationMoment } from './migration-files.js';

/** The plan that takes the last command back, and that command; refuses where a file has changed since, or its migration has run. */
export async function planUndo(
  root: string,
): Promise<{ readonly plan: Plan; readonly command: string }> {
  const last = await readLast(root);
  if (last === null)
    throw refusal({
      code: 'nothing-to-undo',
      message: 'there is no last command to take back: undo knows one',
      help: 'what was before it is in git: git log --stat',
    });
  const steps = last.steps;
  const changed: string[] = [];
  for (const { path, after } of steps)
    if ((await textNow(join(root, path))) !== after) changed.push(path);
  if (changed.length > 0) {
    const message = `files have changed since \`${last.command ?? 'the last command'}\`: ${changed.slice(0, 5).join(', ')}`;
    throw refusal({
      code: 'changed-since',
      message,
      help: 'take it back with git, or change it back by hand',
    });
  }
  const made = steps.filter(({ before }) => before === null).map(({ path }) => path);
  const warnings = await demandNotApplied(root, made);
  const plan: Plan = {
    ...EMPTY_PLAN,
    changes: steps.filter(({ path }) => copyOf(path) === null).map(takenBack),
    base: new Map(steps.flatMap(copyBefore)),
    warnings,
  };
  return { plan, command: last.command ?? 'the last command' };
}

function takenBack({ path, before, after }: Step): Change {
  if (before === null) return { kind: 'delete', path, mine: after! };
  if (after === null) return { kind: 'create', path, next: before };
  return { kind: 'update', path, mine: after, next: before };
}

/** The pristine copy that a step moved, as it was before. */
function copyBefore({ path, before }: Step): [string, string | null][] {
  const file = copyOf(path);
  return file === null ? [] : [[file, before]];
}

/**
 * A migration that has run has changed the database; its file must not vanish under it. Warns where the database does not
 * say.
 */
async function demandNotApplied(root: string, made: readonly string[]): Promise<Problem[]> {
  const moments = made.flatMap((path) => migrationMoment(path) ?? []);
  if (moments.length === 0) return [];
  const applied = await readAppliedMigrations(root);
  if (applied.kind === 'no-database') return [];
  if (applied.kind !== 'known') return [notAsked(applied.why)];
  const ran = applied.names.filter((name) => moments.some((moment) => name.endsWith(moment)));
  if (ran.length === 0) return [];
  const message = `the migration ${ran.join(', ')} has run on your database`;
  throw refusal({
    code: 'applied',
    message,
    help: 'take it back first: npm run migrate -- --revert, then: crudgen undo',
  });
}

const notAsked = (why: string): Problem => ({
  code: 'database',
  message: `whether its migration has run on your database could not be asked: ${why}`,
  help: 'where it has, take it back from .crudgen or git and revert it: npm run migrate -- --revert',
  severity: 'warning',
});
