import { expect, test } from 'vitest';
import { renderProject } from '../../../src/render/render-project.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { MADE_AT, templates } from '../../golden/example.js';

const SPEC = 'models:\n  Part:\n    fields:\n      name: string:required\n';
const MAPS = ['engine', 'ui'];

/** The rows of a map that lead to nothing in the project. */
function lost(folder: string, files: ReadonlyMap<string, string>): string[] {
  const rows = [...files.get(`${folder}/README.md`)!.matchAll(/^\| `([\w./-]+?)\/?` /gm)];
  expect(rows.length).toBeGreaterThan(10);
  return rows
    .map(([, room]) => `${folder}/${room!}`)
    .filter((room) => ![...files.keys()].some((path) => path.startsWith(room)));
}

test.each([
  ['no more than usual', []],
  [
    'all features',
    ['fair-reads', 'jobs', 'mail', 'webhooks', 'metrics', 'replicas', 'german', 'tree', 'trigrams'],
  ],
])('the maps of a project with %s name folders that are there', (_what, more) => {
  const usual = appOfSpec('shop', SPEC);
  const app = { ...usual, features: ['admin', 'dashboard', 'search', ...more] };
  const files = renderProject(app, {
    templates: templates(),
    now: MADE_AT,
    secret: 'x'.repeat(43),
  });
  expect(MAPS.flatMap((folder) => lost(folder, files))).toEqual([]);
  const maps = MAPS.map((folder) => files.get(`${folder}/README.md`)).join('');
  for (const feature of more) expect(maps).toContain(`| \`${feature}/\``);
});
