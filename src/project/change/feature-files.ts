import { readFiles } from '../../code/read-files.js';
import { isCode } from '../../code/typescript.js';
import { once } from '../../once.js';
import { problem, type Problem, quoted } from '../../problem.js';
import { projectPaths } from '../../render/project-files.js';
import { isGenerated, type Tree } from '../../tree.js';
import { readTemplates } from '../open/templates.js';

/** What lies in folders of a package is brought into projects; what lies beside them is of the package, as are folders with a dot. */
export const isBrought = (path: string): boolean => path.includes('/') && !/^\.[^./]/.test(path);

/** Refuses files of a feature that cannot be added to projects. */
export const wrongFiles = (files: Tree): Problem[] =>
  [...files].flatMap(([path, text]) => wrongFile(path, text) ?? []);

/** A file of a feature that holds no text. */
export const noText = (path: string): Problem =>
  problem(
    'no-text',
    `${path} is not a text file; a feature can only contain text files`,
    'leave it out',
  );

/** Paths that lead out of the project, into a hidden folder, or need quotes in a shell. */
const ODD = /[^A-Za-z0-9._@/()[\]-]|(?:^|\/)(?:\.|$|\/)/;

/** Folders of what follows from models, what is built, and what git, npm and crudgen keep. */
const CLOSED = [
  ...['crudgen/', 'node_modules/', 'data/', 'dist/', 'web/dist/', 'model/', '_'],
  ...['src/models/', 'src/database/migrations/', 'web/src/pages/'],
];

function wrongFile(path: string, text: string): Problem | null {
  const taken = takenPaths().get(path.toLowerCase());
  if (ODD.test(path))
    return problem(
      'odd-path',
      `${quoted([path])} is not a valid path for a file of a feature`,
      'use names of letters, digits, `-`, `_` and `.`',
    );
  if (path.endsWith('.ejs'))
    return problem(
      'no-templates',
      `${path} is a template, but code of a feature from a folder or package does not run in crudgen`,
      'write the file as it should be in projects, and put data into feature.json',
    );
  if (CLOSED.some((folder) => path.toLowerCase().startsWith(folder)))
    return problem(
      'closed-folder',
      `${path} is in a folder to which a feature cannot add files`,
      'use a folder for the feature in engine/, ui/, src/, docs/, test/ or deploy/',
    );
  if (isGenerated(path))
    return problem(
      'closed-folder',
      `${path} has the name of a generated file, so crudgen would rewrite it`,
      'remove `.gen` from the name; for files that a script writes from the code of a project, use `writes` in feature.json',
    );
  if (taken !== undefined)
    return problem(
      'file-taken',
      `crudgen itself has a file ${taken}`,
      'choose another name, for example with the name of the feature in front',
    );
  return isCode(path) ? modelIn(path, text) : null;
}

/** Refuses an entity in a folder from which crudgen reads the models of a project. */
function modelIn(path: string, text: string): Problem | null {
  const [entity] = readFiles(new Map([[path, text]]), []).entities;
  if (entity === undefined) return null;
  return problem(
    'brings-model',
    `${path} has an entity outside of engine/, which crudgen would read as a model of the project`,
    'move the entity to a folder of the feature in engine/, and put its table into feature.json',
  );
}

/** What crudgen writes in projects whatever their models, with all features on: path in lower case -> path. */
const takenPaths = (): ReadonlyMap<string, string> => inLowerCase(projectPaths(readTemplates()));

const inLowerCase = once(
  (paths: ReadonlySet<string>): ReadonlyMap<string, string> =>
    new Map([...paths].map((path) => [path.toLowerCase(), path])),
);
