import { join, resolve } from 'node:path';
import { listFolder } from '../disk/folders.js';
import { walkFolder, type Walked } from '../disk/read-tree.js';
import { type Problem, problem, refusal, Refusal } from '../problem.js';
import { noTemplates, requireStyle } from '../project/open/house-style.js';
import { HOUSE } from '../render/house-style.js';
import { NO_FILES, type Tree } from '../tree.js';
import type { Context } from './context.js';

/** A house style that a command line gives. */
export interface GivenStyle {
  /** Its templates, by the paths that they have in crudgen. */
  readonly style: Tree;
  /** The folder of the templates as the command line names it, with `/` at the end. */
  readonly place: string;
}

/** The house style that a command line gives; none without a folder. */
export async function readStyle(
  { cwd }: Context,
  given: string | undefined,
): Promise<GivenStyle | null> {
  if (given === undefined) return null;
  const root = resolve(cwd, given);
  const names = await listFolder(root);
  if (names === null)
    throw refusal(
      'no-folder',
      `there is no folder \`${given}\``,
      'paths are relative to the current folder or --cwd',
    );
  const folder = given.replace(/[/\\]*$/, '/');
  const isProject = (await listFolder(join(root, HOUSE))) !== null;
  const place = isProject ? folder + HOUSE : folder;
  if (!isProject && !names.some(mayHold)) throw noTemplates(given);
  const { files, unread } = walked(isProject ? join(root, HOUSE) : root, given);
  // Left out without a word, the project would be made by another style than the one that was given.
  const problems = [...unread].map(([path, { why }]) =>
    problem('unreadable-file', `${place}${path} cannot be read: ${why}`, COPY),
  );
  if (problems.length > 0) throw new Refusal(problems);
  return { style: requireStyle(files, given, place), place };
}

/** The first steps of templates, and files that would be some. Any other folder may be large, or one whose files never end. */
const mayHold = (name: string): boolean => /^(?:model|features|.*\.ejs)$/.test(name);

/** The templates of a folder, without anything else in it; refuses one whose files nobody can read, such as those of the system. */
function walked(root: string, given: string): Walked {
  try {
    return walkFolder(root, undefined, (path) => path.endsWith('.ejs'));
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw noTemplates(given, `${path ?? 'one of its files'} cannot be read (${code})`);
  }
}

const COPY = 'replace it with a readable text file inside the folder';

/** Runs what makes a project by a given style: what it refuses it names by where it is, not where it would be in the project. */
export function byStyle<T>(given: GivenStyle | null, make: (style: Tree) => T): T {
  if (given === null) return make(NO_FILES);
  try {
    return make(given.style);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const problems = error.problems.map((one) => placedIn(given, one));
    throw new Refusal(problems, error.exitCode);
  }
}

function placedIn({ style, place }: GivenStyle, { message, at, ...rest }: Problem): Problem {
  const named = (text: string): string =>
    [...style.keys()].reduce((said, path) => said.replaceAll(HOUSE + path, place + path), text);
  return { ...rest, message: named(message), ...(at && { at: { ...at, file: named(at.file) } }) };
}
