import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tree } from '../../../src/tree.js';
import { renderProject } from '../../../src/render/render-project.js';
import { appOfSpec } from '../../../test/golden/app-of-spec.js';
import { MADE_AT, readExample, templates, type Example } from '../../../test/golden/example.js';

const ROOT = join(import.meta.dirname, '../../..');

/** A project of the gallery. */
export interface Shown {
  readonly name: string;
  /** Its files. */
  readonly files: () => Tree;
  /** The pages of which pictures are taken, by their names: paths of the back-office. */
  readonly pages: Readonly<Record<string, string>>;
  /** Pictures of the repository that stand in where there is no browser. */
  readonly committed: Readonly<Record<string, string>>;
}

const ofExample = (example: Example) => () => readExample(example);

function garage(): Tree {
  const spec = readFileSync(join(ROOT, 'test/fixtures/garage.yaml'), 'utf8');
  const app = appOfSpec('garage', spec);
  const tree = renderProject(app, { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) });
  return new Map([...tree].filter(([path]) => path !== '.env'));
}

export const GALLERY: readonly Shown[] = [
  {
    name: 'garage',
    files: garage,
    pages: { dashboard: '/', list: '/work_order', record: '/work_order/1/show' },
    committed: {
      dashboard: '.github/pictures/dashboard.png',
      record: '.github/pictures/order.png',
    },
  },
  {
    name: 'clinic',
    files: ofExample('clinic'),
    pages: { dashboard: '/', list: '/patient' },
    committed: {
      dashboard: 'examples/clinic/screenshots/dashboard.png',
      list: 'examples/clinic/screenshots/patients.png',
    },
  },
  {
    name: 'orders',
    files: ofExample('orders'),
    pages: { list: '/order', record: '/order/1' },
    committed: {},
  },
  {
    name: 'conduit',
    files: ofExample('conduit'),
    pages: { list: '/article' },
    committed: {},
  },
];
