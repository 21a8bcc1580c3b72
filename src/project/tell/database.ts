import { fileName } from '../../tree.js';
import { type Problem, warning } from '../../problem.js';
import { isPending, readAppliedMigrations } from '../open/migration-files.js';
import type { OpenProject } from '../open/open-project.js';
import { conflictMarkers } from './conflict-markers.js';
import { missingPackages } from './missing-packages.js';

/**
 * Warns of an existing database that cannot be opened, and of pending migrations. The project's own code, which must be intact,
 * opens the database.
 */
export async function databaseProblems(project: OpenProject): Promise<Problem[]> {
  const { root, mine, unreadFiles } = project;
  const broken = [...conflictMarkers(project), ...(await missingPackages(project))];
  if (broken.length + unreadFiles.size > 0) return [];
  const applied = await readAppliedMigrations(root);
  if (applied.kind === 'no-database') return [];
  if (applied.kind !== 'known')
    return [applied.kind === 'unknown' ? unanswered(applied.why) : notLoaded(applied.why)];
  const waiting = [...mine.keys()].filter((path) => isPending(path, applied.names));
  if (waiting.length === 0) return [];
  const files = waiting.map(fileName).join(', ');
  const help = 'to apply them: npm run migrate, or the next start';
  return [warning('pending', `pending migrations: ${files}`, help)];
}

const notLoaded = (why: string): Problem =>
  warning(
    'not-loaded',
    `the project does not load: ${why}`,
    'check its code with npm run typecheck, and its settings in .env and the environment',
  );

const unanswered = (why: string): Problem =>
  warning(
    'database',
    `the database cannot be reached: ${why}`,
    'check DATABASE_URL in .env or the environment',
  );
