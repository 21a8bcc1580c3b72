import { readFiles, syntaxProblem } from '../code/read-files.js';
import { isCode, parseCode } from '../code/typescript.js';
import { once } from '../once.js';
import { problem, type Problem, quoted } from '../problem.js';
import { projectPaths } from '../render/project-files.js';
import { isGenerated, type Tree } from '../tree.js';
import { readTemplates } from './templates.js';

/** What lies in folders of a package is brought into projects; what lies beside them is of the package, as are folders with a dot. */
export const isBrought = (path: string): boolean => path.includes('/') && !/^\.[^./]/.test(path);

/** Why files of a feature cannot be brought into projects. */
export const wrongFiles = (files: Tree): Problem[] => [
  ...[...files].flatMap(([path, text]) => wrongFile(path, text) ?? []),
  ...samePlaces(files),
];

/** Files of one place where a disk knows no case, and files at the path of a folder. */
function samePlaces(files: Tree): Problem[] {
  const places = new Map<string, string>();
  for (const path of files.keys())
    for (let at = path; at.includes('/'); at = at.slice(0, at.lastIndexOf('/')))
      if (at !== path) places.set(at.toLowerCase(), path);
  return [...files.keys()].flatMap((path): Problem[] => {
    const other = places.get(path.toLowerCase());
    places.set(path.toLowerCase(), path);
    if (other === undefined) return [];
    return [problem('same-place', `${path} and ${other} cannot both be there`, 'rename one')];
  });
}

/** A file of a feature that holds no text. */
export const noText = (path: string): Problem =>
  problem(
    'no-text',
    `${path} is no file of text, which is all that a feature brings`,
    'leave it out',
  );

/** What not every disk, archive and version control takes as a path: other characters, steps with a dot before or behind, devices. */
const ODD =
  /[^A-Za-z0-9._@/()[\]-]|(?:^|\/)(?:\.|$|\/)|\.(?:\/|$)|(?:^|\/)(?:con|prn|aux|nul|com\d|lpt\d)(?:[./]|$)|[^/]{101}/i;
/** Characters of a path, far below what a system takes with the path of a project. */
const LONGEST = 200;

/** Folders of what follows from models, what is built, and what git, npm and crudgen keep. */
const CLOSED = [
  ...['crudgen/', 'node_modules/', 'data/', 'dist/', 'web/dist/', 'model/', '_'],
  ...['src/models/', 'src/database/migrations/', 'web/src/pages/'],
];

function wrongFile(path: string, text: string): Problem | null {
  const taken = takenPaths().get(path.toLowerCase());
  if (ODD.test(path) || path.length > LONGEST)
    return problem(
      'odd-path',
      `${quoted([path])} is no path for a file of a feature`,
      'use letters, digits, `-`, `_` and `.`, and short names',
    );
  if (path.endsWith('.ejs'))
    return problem(
      'no-templates',
      `${path} is a template: nothing of a feature of others runs in crudgen`,
      'bring the file as projects are to have it, and data in feature.json',
    );
  if (CLOSED.some((folder) => path.toLowerCase().startsWith(folder)))
    return problem(
      'closed-folder',
      `${path} is where no feature brings files`,
      'use a folder of its own in engine/, ui/, src/, docs/, test/ or deploy/',
    );
  if (isGenerated(path))
    return problem(
      'closed-folder',
      `${path} is named as a generated file, and would be rewritten`,
      'name it without `.gen`; what a script writes from the code of a project: `writes` in feature.json',
    );
  if (taken !== undefined)
    return problem(
      'file-taken',
      `crudgen has a file ${taken} itself`,
      'choose another name, such as one that begins as the feature does',
    );
  return isCode(path) ? wrongCode(path, text) : null;
}

function wrongCode(path: string, text: string): Problem | null {
  const broken = syntaxProblem(path, parseCode(path, text));
  if (broken !== null) return broken;
  const [entity] = readFiles(new Map([[path, text]]), []).entities;
  if (entity === undefined) return null;
  return problem(
    'brings-model',
    `${path} has an entity outside of engine/: crudgen would read it as a model of the project`,
    'put it into a folder of the feature in engine/, with its table in feature.json',
  );
}

/** What crudgen writes in projects whatever their models, with all features on: path in lower case -> path. */
export const takenPaths = (): ReadonlyMap<string, string> =>
  inLowerCase(projectPaths(readTemplates()));

const inLowerCase = once(
  (paths: ReadonlySet<string>): ReadonlyMap<string, string> =>
    new Map([...paths].map((path) => [path.toLowerCase(), path])),
);
