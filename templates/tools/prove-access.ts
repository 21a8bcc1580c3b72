import { parseArgs } from 'node:util';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownCode } from './own-code.js';
import { proveDoors } from './prove/prove.js';

/*
 * The script that `crudgen access prove [Model...]` runs in the folder of a project: starts its service on an empty database, asks
 * every door, and prints what it came to as a line of JSON.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' } },
});
const folder = mkdtempSync(join(tmpdir(), 'prove-'));
const url = `sqlite:${join(folder, 'app.db')}`;
// Entities choose the types of their columns by it when they load.
process.env['DATABASE_URL'] = url;
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const { tools, project } = await ownCode((message) => {
  process.stderr.write(`error: ${message}\n`);
  process.exit(1);
});
const began = performance.now();
const proved = await proveDoors({
  ...{ tools, project, url },
  seed: Number(options.seed),
  models: positionals.length > 0 ? positionals : undefined,
  onProgress: (line) => void process.stderr.write(`${line}\n`),
});
const seconds = Math.round((performance.now() - began) / 100) / 10;
process.stdout.write(`${JSON.stringify({ ...proved, seconds })}\n`);
