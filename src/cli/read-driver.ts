import { inScratchFolder } from '../disk/scratch-folder.js';
import { runProcess } from '../disk/run-process.js';
import { type DatabasePlace, driverOf, folderWith } from '../disk/read-database.js';
import { refusal } from '../problem.js';
import { readTemplates } from '../project/open/templates.js';
import { askYes } from './ask.js';
import type { Context } from './context.js';

/**
 * Works with a folder that has the driver of a database: one of the given folders, or else a temporary one, into which the version
 * that projects have is installed.
 */
export async function withDriver<T>(
  { json, terminal }: Context,
  place: DatabasePlace,
  { folders, install }: { readonly folders: readonly string[]; readonly install: boolean },
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const driver = driverOf(place);
  const found = folderWith(driver, folders);
  if (found !== null) return work(found);
  if (!install)
    throw refusal(
      'no-driver',
      `there is no package \`${driver}\` in the current folder or above it, and \`--no-install\` keeps crudgen from getting it`,
      `leave out \`--no-install\`, or run: npm install ${driver}`,
    );
  const size = LARGE[driver];
  if (size !== undefined && terminal.interactive && !(await mayGet(driver, size)))
    throw refusal(
      'no-driver',
      `without the package \`${driver}\`, crudgen cannot read the dump`,
      'load the dump into a database, and name that: crudgen pull postgres://localhost/shop shop',
    );
  return inScratchFolder(async (folder) => {
    if (!json) terminal.note(`getting ${driver} to read the database ...`);
    const wanted = `${driver}@${versionOf(driver)}`;
    const args = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, wanted];
    const { code, stderr } = await runProcess('npm', args, { cwd: folder });
    if (code === 0) return work(folder);
    terminal.note(stderr.trimEnd());
    throw refusal(
      'no-driver',
      `\`npm install ${wanted}\` failed`,
      `run it yourself in the current folder, then run the command again`,
    );
  });
}

/** The packages that nobody expects, by the size that is told before they are loaded. */
const LARGE: Readonly<Record<string, string | undefined>> = { '@electric-sql/pglite': '27 MB' };

const mayGet = (driver: string, size: string): Promise<boolean> =>
  askYes(
    `Get ${driver} (${size}), a PostgreSQL that runs here and reads the dump? It is removed afterwards`,
  );

/** The version of PGlite, which no project has. */
export const PGLITE_VERSION = '0.5.17';

/** The version of a package that new projects have. */
function versionOf(name: string): string {
  if (name === '@electric-sql/pglite') return PGLITE_VERSION;
  const text = readTemplates().get('service/package.json.ejs')!;
  return new RegExp(`"${name}": "([^"]+)"`).exec(text)?.[1] ?? 'latest';
}
