import type { App } from '../model/model.js';
import type { Feature } from './features.js';

const DATABASE_URLS = {
  sqlite: 'sqlite:data/app.db',
  postgres: 'postgres://app:app@localhost:5432/app',
} as const;

/** The view of a project's README, settings, container and lint templates. */
export function viewProject(app: App, features: readonly Feature[]) {
  return {
    name: app.name,
    web: app.web,
    features: features.map((feature) => feature.name),
    databaseUrl: DATABASE_URLS[app.database],
    places: places(app),
    commands: commands(app),
    docs: features.flatMap(({ docs }) => docs),
    readme: textsOf(features, 'readme'),
    environment: textsOf(features, 'environment'),
  };
}

const textsOf = (features: readonly Feature[], part: 'readme' | 'environment'): string[] =>
  features.flatMap((feature) => feature[part] ?? []);

/** Single models must not appear here: adding one must not touch the developer's README. */
function places(app: App): string {
  const folder = 'src/models/<model>/<model>';
  return markdownTable([
    ['What', 'Where'],
    ['A column, a relation, a label', `\`${folder}.model.ts\``],
    ['Permissions, row rules, field rules', `\`${folder}.access.ts\``],
    ['A custom endpoint', `\`${folder}.routes.ts\``],
    [
      'Code that runs when a record is written',
      `\`${folder}.hooks.ts\` (\`crudgen hooks add <Model>\`)`,
    ],
    ['Cross-field validation', `\`${folder}.rules.ts\` (\`crudgen rules add <Model>\`)`],
    ['Endpoints without a model', '`src/routes/routes.ts`, with a file per prefix next to it'],
    ['Tests of a model', `\`${folder}.test.ts\``],
    ['Own account and public sign-up', '`src/models/user/user.account.ts`'],
    ['Seed data', '`src/seeds/`'],
    ['Migrations', '`src/database/migrations/`'],
    ['Middleware and its order', '`src/app.ts`'],
    ['Settings', '`src/settings.ts`, `.env`'],
    ['What the search bar finds', '`config/search.json`'],
    ...(app.web ? [['The back-office', '`web/src/pages/`, `web/src/app.tsx`']] : []),
    [
      'The code that is the same in every project',
      app.web
        ? '`src/engine/`, `web/src/ui/`: each has a `README.md` as its map'
        : '`src/engine/`: its `README.md` is the map',
    ],
  ]);
}

function commands(app: App): string {
  return markdownTable([
    ['Command', 'What it does'],
    [
      '`npm run dev`',
      app.web
        ? 'runs service and back-office from source; `dev:service`, `dev:web` run one of them'
        : 'runs the service from source and restarts on changes',
    ],
    ['`npm test`', 'tests your models, on databases of its own'],
    ['`npm run lint`', 'ESLint and Prettier; `npm run format` fixes formatting'],
    ['`npm run migrate`', 'applies pending migrations (as every start does)'],
    [
      '`npm run seed`',
      'roles, administrator and `src/seeds/`; `crudgen seed --fake 100` adds fake data',
    ],
    ['`npm run console`', 'a REPL with every entity, `crud`, `as(name)` and `system`'],
    [
      '`npm run backup`',
      'backs up the database while it is in use; `backup:restore` restores a backup',
    ],
  ]);
}

/** A Markdown table with its columns lined up, as prettier writes it. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return [line(head), rule, ...body.map(line)].join('\n');
}
