import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { registerSearch } from '../../../src/project/change/edit-search.js';
import { renderProject } from '../../../src/render/render-project.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { MADE_AT, templates } from '../../golden/example.js';
import { serveProject, type RunningExample } from '../serve-example.js';

const spec = readFileSync(join(import.meta.dirname, 'models.yaml'), 'utf8');
const FEATURES = ['admin', 'dashboard', 'german', 'search'];

/** Serves orders with lines, as `init` makes a project of models.yaml. */
export function serveLines(): Promise<RunningExample> {
  const app = { ...appOfSpec('lines', spec), features: FEATURES };
  const options = { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) };
  const rendered = renderProject(app, options);
  const tree = new Map(registerSearch({ unreadFiles: new Set() }, app.models)(rendered));
  tree.delete('.env');
  return serveProject('lines', tree);
}
