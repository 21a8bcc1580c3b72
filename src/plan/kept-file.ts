import { type Problem, warning } from '../problem.js';

/** The warning of a developer's file that outlives what crudgen wrote beside it, with the lines that no longer compile. */
export function keptFile(path: string, breaks: readonly number[] = []): Problem {
  const [first] = breaks;
  if (first === undefined)
    return warning(
      'kept-file',
      `${path} has your edits and stays, but crudgen no longer updates it`,
      'adapt it where it imports what is gone (npm run build tells), or delete it once nothing uses it',
    );
  return warning(
    'kept-file',
    `${path} stays, but does not compile until you change it: it imports what is gone`,
    `see ${breaks.map((line) => `${path}:${line}`).join(', ')}`,
  );
}
