import { type Problem, warning } from '../problem.js';

/** The warning of a developer's file that outlives what crudgen wrote beside it, with the lines that no longer compile. */
export function keptFile(path: string, breaks: readonly number[] = []): Problem {
  const [first] = breaks;
  if (first === undefined)
    return warning(
      'kept-file',
      `${path} has your edits and stays, but crudgen no longer updates it`,
      'fix its imports of removed files (npm run build lists them), or delete the file when nothing uses it',
    );
  return warning(
    'kept-file',
    `${path} stays, but does not compile until you change it, because it imports removed files or names`,
    `see ${breaks.map((line) => `${path}:${line}`).join(', ')}`,
  );
}
