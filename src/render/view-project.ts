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
    ['Who may do what, rows and fields they see', `\`${folder}.access.ts\``],
    ['An endpoint of your own', `\`${folder}.routes.ts\``],
    [
      'What happens when a record is written',
      `\`${folder}.hooks.ts\` (\`crudgen hooks add <Model>\`)`,
    ],
    ['What must hold between fields', `\`${folder}.rules.ts\` (\`crudgen rules add <Model>\`)`],
    ['Endpoints that belong to no model', '`src/routes/routes.ts`, a file a prefix beside it'],
    ['What a model must do', `\`${folder}.test.ts\``],
    ['What users may do with their own account, sign-up', '`src/models/user/user.account.ts`'],
    ['Rows that the project brings along', '`src/seeds/`'],
    ['Tables', '`src/database/migrations/`'],
    ['The order of everything in a request', '`src/app.ts`'],
    ['Settings', '`src/settings.ts`, `.env`'],
    ['What the search bar finds', '`config/search.json`'],
    ...(app.web ? [['The back-office', '`web/src/pages/`, `web/src/app.tsx`']] : []),
    [
      'What is the same in every project',
      app.web
        ? '`src/engine/`, `web/src/ui/`: a `README.md` maps each'
        : '`src/engine/`: its `README.md` is the map',
    ],
  ]);
}

function commands(app: App): string {
  return markdownTable([
    ['Command', 'Does'],
    [
      '`npm run dev`',
      app.web
        ? 'service and back-office from their sources; `dev:service`, `dev:web` one of them'
        : 'runs the service from its sources, again with every change',
    ],
    ['`npm test`', 'what your models must do, on databases of its own'],
    ['`npm run lint`', 'ESLint and Prettier; `npm run format` mends the layout'],
    ['`npm run migrate`', 'applies pending migrations (every start does, too)'],
    ['`npm run seed`', 'roles, administrator and `src/seeds/`; `crudgen seed --fake 100` for rows'],
    ['`npm run console`', 'a prompt with every entity, `crud`, `as(name)` and `system`'],
    [
      '`npm run backup`',
      'a copy of the database while it serves; `backup:restore` brings one back',
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
