import { parseArgs } from 'node:util';
import { ownCrudgen } from '../disk/own-crudgen.js';
import { runAttached } from '../disk/run-process.js';
import { projectAbove, versionOf } from '../project/open/find-project.js';
import { takesOver } from '../project/open/takes-over.js';
import { VERSION } from '../version.js';
import { processTerminal } from './terminal.js';

/** Commands that do not depend on the version of a project. */
const ANY_VERSION = new Set(['init', 'help', 'merge-base', 'merge-file']);

const OPTIONS = {
  cwd: { type: 'string' },
  'on-conflict': { type: 'string' },
  json: { type: 'boolean' },
} as const;

/**
 * If a project is of another version and has its own crudgen, runs the command line with that crudgen and returns its exit code; else null.
 * This happens before the command line is parsed, because the other version may know more.
 */
export async function handOver(args: readonly string[]): Promise<number | null> {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, strict: false });
  const [command] = positionals;
  if (command === undefined || ANY_VERSION.has(command)) return null;
  const cwd = process.cwd();
  const root = await projectAbove(typeof values.cwd === 'string' ? values.cwd : cwd);
  const project = root === null ? null : await versionOf(root);
  if (root === null || project === null || project === VERSION) return null;
  const own = ownCrudgen(root);
  if (own === null || !takesOver(own.version, { command, project })) return null;
  if (values.json !== true)
    processTerminal().note(
      `this is crudgen ${VERSION}, and the project is at ${project}; running crudgen ${own.version} from node_modules of the project`,
    );
  return runAttached(process.execPath, [own.script, ...args], cwd);
}
