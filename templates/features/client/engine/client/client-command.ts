import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { formatError } from '../database/serialize-error.js';
import type { Project } from '../service/project.js';
import { StartRefused } from '../settings/settings.js';
import { prepareDocument } from './prepare-document.js';
import { projectDocument } from './project-document.js';

/** The file with the types, unless the command names another file. */
const FILE = 'client/schema.gen.ts';

/**
 * `npm run client`: writes the types of all endpoints. With `--check` a file that is there is compared in place of written, and
 * the command fails where it differs; with `--document` it prints the OpenAPI document that the types are made of.
 */
export async function runClient(project: Project, args: readonly string[]): Promise<void> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { check: { type: 'boolean' }, document: { type: 'boolean' } },
    });
    const document = await projectDocument(project, (message) => note(`warning: ${message}`));
    if (values.document) return void process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    // Of a development package: where there are none, it is said.
    const { printTypes } = await import('./print-types.js');
    const types = await printTypes(prepareDocument(document));
    const [file = FILE] = positionals;
    if (!values.check || !existsSync(file)) write(file, types);
    else if (!isSame(readFileSync(file, 'utf8'), types)) fail(outdated(file));
  } catch (error) {
    fail(error instanceof StartRefused ? error.reasons.join('\n') : reasonOf(error));
  }
}

function write(file: string, types: string): void {
  if (existsSync(file) && isSame(readFileSync(file, 'utf8'), types))
    return note(`${file} is up to date`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, types);
  note(`wrote ${file}`);
}

/** git may have checked the file out with other line ends. */
const isSame = (one: string, other: string): boolean => one.replaceAll('\r\n', '\n') === other;

const outdated = (file: string): string =>
  `${file} no longer describes this service; to write it again: npm run client` +
  (file === FILE ? '' : ` -- ${file}`);

/** What a developer can mend in a word; of anything else all that is known. */
function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ERR_MODULE_NOT_FOUND')
    return 'the types are made where the development packages are installed: npm install';
  if (code?.startsWith('ERR_PARSE_ARGS')) return (error as Error).message;
  return formatError(error);
}

function fail(reason: string): void {
  note(`error: ${reason}`);
  process.exitCode = 1;
}

function note(line: string): void {
  process.stderr.write(`${line}\n`);
}
