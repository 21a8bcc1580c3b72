import { didYouMean } from '../model/nearest.js';
import { CORE } from '../disk/packs.js';
import type { App } from '../model/model.js';
import { problem, type Problem, warning } from '../problem.js';
import { type Feature, featuresIn, type Packages } from '../render/features.js';
import { renderPackage } from '../render/render-package.js';
import { coreSettings } from '../render/settings.js';
import { schemaOf } from '../schema/schema.js';
import { RESERVED_TABLES } from '../spec/reserved.js';
import type { Tree } from '../tree.js';
import { readTemplates } from './templates.js';

/** A project that a feature of others is added to: its application, and its templates with the feature. */
interface Place {
  readonly app: App;
  readonly templates: Tree;
}

/**
 * Why features of others, by name, cannot be in a project: what they name is something of crudgen, of another feature whether it is
 * on or not, or of a model. Warns of packages of which crudgen has another version.
 */
export function featureClashes(names: readonly string[], { app, templates }: Place): Problem[] {
  const all = featuresIn(templates);
  return all
    .filter(({ name }) => names.includes(name))
    .flatMap((feature) => {
      const others = all.filter(({ name }) => name !== feature.name);
      return [
        ...takenName(feature),
        ...takenWords(feature, [...takenByCore(app), ...others.map(wordsOfFeature(templates))]),
        ...unknownWords(feature, others, app),
        ...otherPackages(feature),
      ];
    });
}

function takenName({ name }: Feature): Problem[] {
  const own = featuresIn(readTemplates()).map((one) => one.name);
  if (!own.includes(name) && name !== CORE) return [];
  const help = 'choose another `name`, such as one that begins with that of your company';
  return [problem('feature-taken', `crudgen has a feature \`${name}\` itself`, help)];
}

/** What a feature, a model or crudgen names in every project, by kind. */
interface Words {
  readonly whose: string;
  readonly words: Readonly<Partial<Record<Kind, readonly string[]>>>;
}

type Kind = 'table' | 'setting' | 'script' | 'import alias' | 'export' | 'file';

const wordsOfFeature =
  (templates: Tree) =>
  (feature: Feature): Words => {
    const { name, tables, settings, scripts, imports, service, web, writes } = feature;
    const folder = `features/${name}/`;
    const files = [...templates.keys()].filter((path) => path.startsWith(folder));
    return {
      whose: `the feature \`${name}\``,
      words: {
        table: [...tables.keys()],
        setting: settings.map((one) => one.name),
        script: Object.keys(scripts),
        'import alias': Object.keys(imports),
        export: [service, web].flatMap((brought) => brought?.name ?? []),
        file: [...files.map((path) => path.slice(folder.length)), ...Object.keys(writes)].filter(
          (path) => path.includes('/'),
        ),
      },
    };
  };

/** npm runs these by itself, and a feature is no place for that. */
const LIFECYCLE = /^(?:pre|post)|^(?:install|prepare|publish|pack|version|uninstall|dependencies)$/;

function takenByCore(app: App): Words[] {
  const { scripts, imports } = packageOfAll();
  return [
    {
      whose: 'crudgen itself',
      words: {
        table: [...RESERVED_TABLES],
        setting: coreSettings(readTemplates()).map(({ name }) => name),
        script: Object.keys(scripts),
        'import alias': Object.keys(imports),
        export: ['Feature', 'AbsentFeatures', 'UiFeature', 'features', 'absentFeatures'],
      },
    },
    { whose: 'a model of the project', words: { table: [...schemaOf(app).keys()] } },
  ];
}

/** What `package.json` has with all features of crudgen. */
function packageOfAll(): Pick<Feature, 'scripts' | 'imports' | 'dependencies' | 'devDependencies'> {
  const templates = readTemplates();
  const features = featuresIn(templates).map(({ name }) => name);
  const app: App = { name: 'all', database: 'sqlite', models: [], features };
  return JSON.parse(renderPackage(app, templates)) as Feature;
}

function takenWords(feature: Feature, others: readonly Words[]): Problem[] {
  const { words } = wordsOfFeature(readTemplates())(feature);
  const taken = (Object.keys(words) as Kind[]).flatMap((kind) =>
    words[kind]!.flatMap((word): Problem[] => {
      const isSame = (other: string) => other.toLowerCase() === word.toLowerCase();
      const other = others.find((one) => one.words[kind]?.some(isSame));
      if (other === undefined) return [];
      const message = `the ${kind} \`${word}\` of the feature \`${feature.name}\` is one of ${other.whose}, too`;
      return [problem('word-taken', message, `name it otherwise in ${feature.name}`)];
    }),
  );
  const run = words.script!.filter((name) => LIFECYCLE.test(name));
  return [
    ...taken,
    ...run.map((name) =>
      problem(
        'script-taken',
        `npm runs the script \`${name}\` by itself, which no feature of others may ask for`,
        'name it otherwise, and let people run it',
      ),
    ),
  ];
}

/** What a feature refers to and nothing has. */
function unknownWords(feature: Feature, others: readonly Feature[], app: App): Problem[] {
  const { name, needs, requires, tables } = feature;
  const known = others.map((one) => one.name);
  const settings = coreSettings(readTemplates()).map((one) => one.name);
  const targets = new Set([
    ...['auth_user', 'auth_role', 'auth_tenant', ...tables.keys(), ...schemaOf(app).keys()],
    ...others.filter((one) => needs.includes(one.name)).flatMap((one) => [...one.tables.keys()]),
  ]);
  const columns = [...tables].flatMap(([table, spec]) =>
    [
      ...[...spec.primaryKey, ...[...spec.uniques, ...spec.indexes].flat()],
      ...spec.foreignKeys.map(({ column }) => column),
    ]
      .filter((column) => !spec.columns.has(column))
      .map((column): [string, string] => [table, column]),
  );
  const unknown = (message: string, help: string) => problem('unknown-word', message, help);
  return [
    ...needs
      .filter((need) => !known.includes(need))
      .map((need) =>
        unknown(
          `\`${name}\` needs a feature \`${need}\`, which is not there`,
          didYouMean(need, known, `first: crudgen add <the folder or package of ${need}>`),
        ),
      ),
    ...requires
      .filter((one) => !settings.includes(one))
      .map((one) =>
        unknown(
          `\`${name}\` requires \`${one}\`, which is no setting of every project`,
          didYouMean(one, settings, 'name its own under `settings`, as `required`'),
        ),
      ),
    ...[...tables].flatMap(([table, { foreignKeys }]) =>
      foreignKeys
        .filter((key) => !targets.has(key.table))
        .map((key) =>
          unknown(
            `\`${table}.${key.column}\` refers to the table \`${key.table}\`, which is not there`,
            didYouMean(key.table, targets, 'refer to one of its own tables, or to auth_user'),
          ),
        ),
    ),
    ...columns.map(([table, column]) =>
      unknown(
        `the table \`${table}\` has no column \`${column}\``,
        didYouMean(column, tables.get(table)!.columns.keys(), 'add it to `columns`'),
      ),
    ),
  ];
}

/** Packages of which crudgen has another version, which counts. */
function otherPackages({ name, dependencies, devDependencies }: Feature): Problem[] {
  const all = packageOfAll();
  const own: Packages = { ...all.devDependencies, ...all.dependencies };
  return Object.entries({ ...devDependencies, ...dependencies }).flatMap(([one, version]) => {
    if (own[one] === undefined || own[one] === version) return [];
    const message = `\`${name}\` asks for ${one} ${version}, and crudgen has ${own[one]}: that counts`;
    return [warning('other-package', message, `try the feature with ${one} ${own[one]}`)];
  });
}
