import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { registerSearch } from '../../../src/project/change/edit-search.js';
import { renderProject } from '../../../src/render/render-project.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { MADE_AT, templates } from '../../golden/example.js';
import { serveProject, type Row, type RunningExample } from '../serve-example.js';

const SEED_FAKE = join(import.meta.dirname, '../../../templates/tools/seed-fake.ts');
/** Rows of each model. */
export const ROWS = 5000;
/** To which the dates of the rows relate. */
const TODAY = '2026-11-25';
/** How many categories have no parent, at least. */
const LEVEL = 1200;
/** The usual ones; the tree comes with categories. */
const FEATURES = ['admin', 'dashboard', 'german', 'search', 'tree'];

/** The project of fifteen models in models.yaml, as `init` makes it. */
const spec = readFileSync(join(import.meta.dirname, 'models.yaml'), 'utf8');
const trade = { ...appOfSpec('trade', spec), features: FEATURES };

/** Serves it with believable rows, the same ones each time; its administrator works for every tenant. */
export async function serveTrade(): Promise<RunningExample> {
  const options = { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) };
  const rendered = renderProject(trade, options);
  const tree = new Map(registerSearch({ unreadFiles: new Set() }, trade.models)(rendered));
  tree.delete('.env');
  // What only administrators may read.
  const product = 'web/src/pages/product/product.resource.ts';
  const cards = tree
    .get(product)!
    .replace('dashboard: [', "$&figure('created_at', { sum: 'cost' }), ");
  tree.set(product, cards);
  const service = await serveProject('trade', tree, { fill });
  const tenants = await service.call<Row[]>('GET', '/tenant');
  const [admin] = await service.call<Row[]>('GET', '/user?username=admin');
  await service.call('PATCH', `/user/${admin!.id}`, { tenants: tenants.map(({ id }) => id) });
  return service;
}

const SEED = ['--import', 'tsx', SEED_FAKE];
const NAMES = trade.models.map(({ name }) => name);

function fill(folder: string, env: NodeJS.ProcessEnv): void {
  execFileSync(
    process.execPath,
    // Exactly so many of each.
    [...SEED, '--fake', String(ROWS), ...NAMES, '--seed', '7', '--today', TODAY],
    {
      cwd: folder,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const database = new Database(join(folder, 'data/app.db'));
  // More than anybody sees at once, as in a catalogue that nobody has put in order.
  database.prepare('UPDATE category SET parent_id = NULL WHERE id <= ?').run(LEVEL);
  database.close();
}
