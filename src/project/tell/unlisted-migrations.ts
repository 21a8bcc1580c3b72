import { type Problem, warning } from '../../problem.js';
import type { OpenProject } from '../open/open-project.js';

const UNLISTED = /^src\/database\/migrations\/(?!\d{14}-|.*\.(?:gen|test)\.)[^/]+\.ts$/;

/** Warns of migrations whose names do not start with a moment. */
export function unlistedMigrations({ mine }: OpenProject): Problem[] {
  const help =
    'rename the file, for example to 20261121083000-add-notes.ts, then run: crudgen sync';
  return [...mine.keys()]
    .filter((path) => UNLISTED.test(path))
    .map((path) => {
      const message = `${path} never runs: the name of a migration must start with 14 digits`;
      return warning('unlisted-migration', message, help);
    });
}
