import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { partsOf } from '../../src/code/code-index.js';
import { readMigrations } from '../../src/code/read-migrations.js';
import { isBuiltIn, withUniqueEmails } from '../../src/model/built-in.js';
import { keyOf, PUBLIC_ID, ROW_NUMBER } from '../../src/model/keys.js';
import {
  type App,
  type Field,
  type Model,
  type ModelPart,
  PLAIN_FIELD,
} from '../../src/model/model.js';
import { withParts } from '../../src/model/parts.js';
import type { Tree } from '../../src/tree.js';
import { registerSearch } from '../../src/project/change/edit-search.js';
import { withFeatures } from '../../src/project/change/feature-changes.js';
import { featuresIn, featureTables } from '../../src/render/features.js';
import { staticFiles } from '../../src/render/project-files.js';
import { MIGRATIONS, renderSteps } from '../../src/render/render-migration.js';
import { keepsBase, renderApp, renderProject } from '../../src/render/render-project.js';
import { MIGRATIONS_GEN } from '../../src/render/render-registry.js';
import { columnsToFill, diffSchema } from '../../src/schema/diff-schema.js';
import { schemaOf } from '../../src/schema/schema.js';
import { appOfSpec } from './app-of-spec.js';
import { readTree } from './read-tree.js';
import { filesOfRelease } from './whole.js';

export const EXAMPLES = ['task-manager', 'orders', 'clinic', 'conduit'] as const;
export type Example = (typeof EXAMPLES)[number];

const root = join(import.meta.dirname, '../..');

/** When the examples' first migrations were made. */
export const MADE_AT = new Date('2026-11-21T09:46:12Z');

export const folderOf = (example: Example) => join(root, 'examples', example);

/** What the developers of the examples edited or added after generating; every other file is as crudgen makes it. */
export const EDITED = JSON.parse(
  readFileSync(join(root, 'examples/edited.json'), 'utf8'),
) as Readonly<Record<Example, readonly string[]>>;

/** The files of `templates/`, as they stood when first asked for. */
export const templates = (): Tree => (read ??= readTree(join(root, 'templates')));
let read: Tree | undefined;

/** Whether neither a model nor the developer of the example has a part in a file: it depends on features alone. */
export const isShared = (example: Example, path: string): boolean =>
  (staticFiles(templates()).has(path) || /^(engine|ui)\//.test(path)) &&
  !isMigration(path) &&
  !EDITED[example].includes(path);

/**
 * An example as its developer has it: what git has of it, and the shared files as the templates have them now. Git has those of
 * the task manager as they were in the last release (`whole.ts`).
 */
export function readExample(example: Example): Tree {
  const ofRelease = filesOfRelease(example);
  const own = [...readTree(folderOf(example))].filter(
    ([path]) => !isShared(example, path) && !ofRelease.has(path),
  );
  const shared = [...renderExample(example)].filter(([path]) => isShared(example, path));
  return new Map([...own, ...shared].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** An example to whose developer some more features were worth their while. */
export function readExampleWith(example: Example, features: readonly string[]): Tree {
  const files = readExample(example);
  if (features.length === 0) return files;
  const app = withFeatures(appOf(example), templates(), features);
  const isOwn = (path: string) => EDITED[example].includes(path) || path === 'config/search.json';
  const rendered = [...renderBeside(files, example, MADE_AT, app)];
  return new Map([...files, ...rendered.filter(([path]) => !isOwn(path))]);
}

/**
 * The same with ids of another kind, from its first migration on; with what its developer has written beside its models. Models to
 * which others refer have integers beside keys of several columns, and lines have them beside texts.
 */
export function readExampleWithIds(
  example: Example,
  ids: keyof typeof KEYS,
  features: readonly string[],
): Tree {
  const own = new Map(
    [...readExample(example)].filter(
      ([path]) => EDITED[example].includes(path) && !isMigration(path) && path !== MIGRATIONS_GEN,
    ),
  );
  const brought = ids === 'parts' ? ['composite-keys'] : [];
  const usual = withFeatures(appOf(example), templates(), [...features, ...brought]);
  const models = usual.models.map((model) =>
    isBuiltIn(model) || keyOf(model) !== null ? model : KEYS[ids](model, usual),
  );
  const whole = withOwnParts({ ...usual, models }, own, example);
  return new Map([...renderExample(example, undefined, whole), ...own]);
}

const KEYS = {
  uuids: (model: Model) => withFields(model, { name: 'id', type: 'uuid', key: 'v7' }),
  // Of version 7: the suites know records by the order in which they were made.
  public: (model: Model) => ({
    ...withFields(model, { name: 'id', column: PUBLIC_ID, type: 'uuid', key: 'v7' }),
    rowNumber: ROW_NUMBER,
  }),
  texts: (model: Model) =>
    isLine(model)
      ? model
      : withFields(model, { name: 'id', type: 'string', max: 80, key: 'given' }),
  parts: (model: Model, { models }: App) =>
    isReferredTo(model, models) || isLine(model)
      ? model
      : withFields(
          model,
          { name: 'zone', type: 'string', max: 80, key: 'given' },
          { name: 'seat', type: 'integer', key: 'given' },
        ),
} as const;

const isLine = ({ fields }: Model) => fields.some(({ reference }) => reference?.lines);

/** Whether a model needs a key of one column. */
const isReferredTo = ({ name, fields }: Model, models: readonly Model[]) =>
  fields.some(({ type }) => type === 'refs') ||
  models.some((other) => other.fields.some(({ reference }) => reference?.model === name));

function withFields(
  model: Model,
  ...added: readonly (Partial<Field> & Pick<Field, 'name' | 'type'>)[]
): Model {
  const fields = added.map((one) => ({ ...PLAIN_FIELD, column: one.name, required: true, ...one }));
  return { ...model, fields: [...fields, ...model.fields] };
}

/** The application in an example's models.yaml, with the features to which its developer added others. */
export function appOf(example: Example): App {
  const app = appOfSpec(example, readFileSync(join(folderOf(example), 'models.yaml'), 'utf8'));
  const added = ADDED[example];
  return added === undefined ? app : withFeatures(app, templates(), added);
}

const ADDED: Partial<Record<Example, readonly string[]>> = { orders: ['asvs', 'client', 'import'] };

/** An example as crudgen makes it, without its `.env`; with other features than the usual ones where they are given. */
export function renderExample(
  example: Example,
  features?: readonly string[],
  app: App = appOf(example),
): Tree {
  const options = { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) };
  const unique = featuresIn(templates()).some(
    ({ name, uniqueEmails }) => uniqueEmails && features?.includes(name),
  );
  const whole = { ...(unique ? withUniqueEmails(app) : app), ...(features && { features }) };
  const tree = new Map(renderProject(whole, options));
  tree.delete('.env');
  return tree;
}

/** An example as `init` makes it: what is rendered, and its models registered for search. */
export const newExample = (example: Example): Tree =>
  withSearch(renderExample(example), appOf(example));

const withSearch = (files: Tree, { models }: App): Tree =>
  registerSearch({ unreadFiles: new Set() }, models)(files);

/** Whether a file is a migration, of crudgen or of an example's developer. */
export const isMigration = (path: string): boolean =>
  path.startsWith(`${MIGRATIONS}/`) && path !== MIGRATIONS_GEN;

/**
 * What crudgen renders for an example's models.yaml beside the migrations that `files` have: those are history and stay as
 * they are. Where the models have changed since, it has one migration more, of `now`.
 */
export function renderBeside(files: Tree, example: Example, now: Date, app = appOf(example)): Tree {
  const known = [...files].filter(([path]) => !keepsBase(path) && !EDITED[example].includes(path));
  const added = nextMigration(app, known, { now, existing: [...files.keys()] });
  const migrations = [...known.map(([path]) => path), ...added.keys()];
  const whole = withOwnParts(app, files, example);
  return new Map([...renderApp(whole, { templates: templates(), migrations }), ...known, ...added]);
}

/** The models with what the developer of an example has beside their entities. */
function withOwnParts(app: App, files: Tree, example: Example): App {
  const parts = partsOf(new Map([...files].filter(([path]) => EDITED[example].includes(path))));
  const models = app.models.map((model) => {
    const own = parts.flatMap(({ kind, model: name, path, exportedAs }): ModelPart[] =>
      name === model.name ? [{ kind, path, name: exportedAs! }] : [],
    );
    return withParts(model, own);
  });
  return { ...app, models };
}

/** The same with its models registered for search, as `init` does. */
export const exampleBeside = (files: Tree, example: Example, now: Date): Tree =>
  withSearch(renderBeside(files, example, now), appOf(example));

/** The migration from the tables that some migrations make to those of the models; empty where they are the same. */
function nextMigration(
  app: App,
  known: readonly (readonly [path: string, text: string])[],
  options: { readonly now: Date; readonly existing: readonly string[] },
): Tree {
  const { schema, unread, broken } = readMigrations(known);
  if (unread.length + broken.length > 0) throw new Error('an earlier migration cannot be read');
  const wanted = {
    tables: { ...schemaOf(app).tables, ...featureTables(app, templates()).tables },
  };
  const [unfilled] = known.length === 0 ? [] : columnsToFill(schema, wanted);
  if (unfilled) throw new Error(`rows that exist have no ${unfilled.join('.')}: give it a default`);
  return renderSteps(diffSchema(schema, wanted), { ...options, templates: templates() });
}
