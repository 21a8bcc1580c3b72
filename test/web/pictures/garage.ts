import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Tree } from '../../../src/tree.js';
import { readTree } from '../../golden/read-tree.js';
import { serveProject, type RunningExample } from '../serve-example.js';

const ROOT = join(import.meta.dirname, '../../..');
const SPEC = join(ROOT, 'test/fixtures/garage.yaml');
const PLACE = join(ROOT, '.tmp/readme-pictures/garage');
const SEED_FAKE = join(ROOT, 'templates/tools/seed-fake.ts');

/** The day on which the rows are made up, and on which the browser looks at them. */
export const TODAY = '2026-11-25';
export const ENTITY = 'src/models/vehicle/vehicle.model.ts';
export const FORM = 'web/src/pages/vehicle/vehicle.form.tsx';
/** The command that the film shows. */
export const COMMAND = 'model add-field Vehicle transmission:enum=manual,automatic';

/** What the developer of the garage has written into generated files: the text before, and the text after. */
const EDITS: Readonly<Record<string, readonly [before: RegExp, after: string]>> = {
  [ENTITY]: [
    /\n\}\n$/,
    `

  /** A car is inspected after three years, then every two. */
  nextInspection(last: number | null): number | null {
    if (last !== null) return last + 2;
    return this.year === null ? null : this.year + 3;
  }
}
`,
  ],
  [FORM]: [
    /reference="customer" required \/>/,
    'reference="customer" required helperText="Who pays" />',
  ],
};

/** Texts of files by their paths. */
type Texts = Readonly<Record<string, string>>;

/** The garage after its developer and crudgen have both changed it. */
export interface Garage {
  /** The project, as it is in the end. */
  readonly tree: Tree;
  /** The texts of the two files: as crudgen generated them, with the developer's edits, and after the command. */
  readonly generated: Texts;
  readonly edited: Texts;
  readonly merged: Texts;
  /** What the command printed, with its colours. */
  readonly printed: string;
}

const crudgen = (...args: readonly string[]): string =>
  execFileSync(process.execPath, [join(ROOT, 'bin/crudgen.js'), ...args], {
    cwd: args[0] === 'init' ? dirname(PLACE) : PLACE,
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: '1' },
  });
const read = (path: string): string => readFileSync(join(PLACE, path), 'utf8');
const readEdited = (): Texts =>
  Object.fromEntries(Object.keys(EDITS).map((path) => [path, read(path)]));

/** Makes the garage from its spec, edits two of its files by hand, and has crudgen add a field. */
export function makeGarage(): Garage {
  rmSync(PLACE, { recursive: true, force: true });
  mkdirSync(dirname(PLACE), { recursive: true });
  crudgen(
    'init',
    basename(PLACE),
    '--models',
    SPEC,
    '--with',
    'import',
    '--yes',
    '--no-install',
    '--no-git',
  );
  crudgen('model', 'board', 'WorkOrder', 'status');
  const generated = readEdited();
  for (const [path, [place, mine]] of Object.entries(EDITS)) {
    const edited = read(path).replace(place, mine);
    if (edited === read(path)) throw new Error(`${path} has no place for the developer's edit`);
    writeFileSync(join(PLACE, path), edited);
  }
  const edited = readEdited();
  const printed = crudgen(...COMMAND.split(' '));
  return { tree: readTree(PLACE), generated, edited, merged: readEdited(), printed };
}

/** Serves the garage with believable rows, the same ones each time. */
export const serveGarage = ({ tree }: Garage): Promise<RunningExample> =>
  serveProject('garage', tree, { fill });

function fill(folder: string, env: NodeJS.ProcessEnv): void {
  const rows = ['--fake', '60', '--seed', '7', '--today', TODAY];
  execFileSync(process.execPath, ['--import', 'tsx', SEED_FAKE, ...rows], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
