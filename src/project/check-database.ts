import type { Problem } from '../problem.js';
import { isPending, readAppliedMigrations } from './migration-files.js';
import type { OpenProject } from './open-project.js';

/** Problems with an existing database: it cannot be opened, or migrations are pending. */
export async function checkDatabase({ root, mine }: OpenProject): Promise<Problem[]> {
  const applied = await readAppliedMigrations(root);
  if (applied.kind === 'no-database') return [];
  if (applied.kind !== 'known')
    return [applied.kind === 'unknown' ? unanswered(applied.why) : notLoaded(applied.why)];
  const waiting = [...mine.keys()].filter((path) => isPending(path, applied.names));
  if (waiting.length === 0) return [];
  const files = waiting.map((path) => path.slice(path.lastIndexOf('/') + 1)).join(', ');
  return [
    {
      code: 'pending',
      message: `pending migrations: ${files}`,
      help: 'npm run migrate or the next start applies them',
      severity: 'warning',
    },
  ];
}

const notLoaded = (why: string): Problem => ({
  code: 'not-loaded',
  message: `the project does not load: ${why}`,
  help: 'check its code with npm run typecheck, and its settings in .env and the environment',
  severity: 'warning',
});

function unanswered(why: string): Problem {
  return {
    code: 'database',
    message: `the database cannot be reached: ${why}`,
    help: 'check DATABASE_URL in .env or the environment',
    severity: 'warning',
  };
}
