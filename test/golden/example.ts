import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../../src/model/model.js';
import type { Tree } from '../../src/tree.js';
import { registerSearch } from '../../src/project/edit-search.js';
import { renderProject } from '../../src/render/render-project.js';
import { appOfSpec } from './app-of-spec.js';
import { readTree } from './read-tree.js';

export const EXAMPLES = ['task-manager', 'orders', 'clinic', 'conduit'] as const;
export type Example = (typeof EXAMPLES)[number];

const root = join(import.meta.dirname, '../..');

/** When the examples' first migrations were made. */
export const MADE_AT = new Date('2026-11-21T09:46:12Z');

export const folderOf = (example: Example) => join(root, 'examples', example);
/** What the owners of the examples edited or added after generating; every other file is as crudgen makes it. */
export const EDITED: Readonly<Record<Example, readonly string[]>> = {
  'task-manager': [
    'config/search.json',
    'src/models/task/task.routes.ts',
    'src/models/task/complete-task.test.ts',
  ],
  orders: ['src/models/order/order.routes.ts', 'src/models/order/confirm-order.test.ts'],
  clinic: ['config/search.json', 'src/models/appointment/appointment.access.ts'],
  // The RealWorld API: routes, one hook, an edited entity with its migration, and the lists that name them.
  conduit: [
    'README.md',
    'src/app.ts',
    'src/database/migrations/20261121100000-unique-email.ts',
    'src/database/migrations/migrations.gen.ts',
    'src/models/article/article.hooks.ts',
    'src/models/models.gen.ts',
    'src/models/user/user.account.ts',
    'src/models/user/user.model.ts',
    'src/routes/articles.ts',
    'src/routes/comments.ts',
    'src/routes/pairs.ts',
    'src/routes/profiles.ts',
    'src/routes/realworld.ts',
    'src/routes/tags.ts',
    'src/routes/users.ts',
    'src/routes/views.ts',
    'test/conduit.ts',
    'test/realworld.test.ts',
    'web/.env.development',
    'web/.env.production',
  ],
};

/** The files of `templates/`, as they stood when first asked for. */
export const templates = (): Tree => (read ??= readTree(join(root, 'templates')));
let read: Tree | undefined;

/** The application in an example's models.yaml. */
export const appOf = (example: Example): App =>
  appOfSpec(example, readFileSync(join(folderOf(example), 'models.yaml'), 'utf8'));

/** An example as crudgen makes it, without its `.env`; with other features than the usual ones where they are given. */
export function renderExample(example: Example, features?: readonly string[]): Tree {
  const options = { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) };
  const tree = new Map(
    renderProject({ ...appOf(example), ...(features && { features }) }, options),
  );
  tree.delete('.env');
  return tree;
}

/** An example as `init` makes it: what is rendered, and its models registered for search. */
export const newExample = (example: Example): Tree =>
  registerSearch({ leftOut: new Set() }, appOf(example).models)(renderExample(example));
