import { didYouMean } from '../../model/nearest.js';
import { CORE } from '../../disk/packs.js';
import type { App } from '../../model/model.js';
import { isReservedWord } from '../../model/names.js';
import { once } from '../../once.js';
import { problem, type Problem, warning } from '../../problem.js';
import { type Feature, featuresIn } from '../../render/features.js';
import { renderPackage } from '../../render/render-package.js';
import { coreSettings } from '../../render/settings.js';
import { own, type TableSchema } from '../../schema/engine/schema.js';
import { schemaOf } from '../../schema/schema.js';
import { RESERVED_TABLES } from '../../spec/reserved.js';
import type { Tree } from '../../tree.js';
import { readTemplates } from '../open/templates.js';

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
  const core = takenByCore(app);
  const wordsOf = wordsOfFeature(templates);
  return all
    .filter(({ name }) => names.includes(name))
    .flatMap((feature) => {
      const others = all.filter(({ name }) => name !== feature.name);
      return [
        ...takenName(feature),
        ...ownClashes(feature, all),
        ...takenWords(wordsOf(feature), feature, [...core, ...others.map(wordsOf)]),
        ...unknownWords(feature, others, app),
        ...otherPackages(feature),
      ];
    });
}

function takenName({ name }: Feature): Problem[] {
  const own = featuresIn(readTemplates()).map((one) => one.name);
  if (!own.includes(name) && name !== CORE) return [];
  const help = 'choose another `name`, for example with the name of your company in front';
  return [problem('feature-taken', `crudgen itself has a feature \`${name}\``, help)];
}

/** What of a feature stands against itself: exports that no module can have, a setting twice, what it needs. */
function ownClashes(feature: Feature, all: readonly Feature[]): Problem[] {
  const { name, service, web, settings } = feature;
  const exported = [service, web].flatMap((brought) => brought?.name ?? []);
  const names = settings.map((one) => one.name);
  const twice = names.filter((one, at) => names.indexOf(one) !== at);
  const circle = `\`${name}\` needs itself, through the features in its \`needs\``;
  return [
    ...exported
      .filter((one) => isReservedWord(one) || one.startsWith('__'))
      .map((one) =>
        problem(
          'bad-value',
          `\`${name}\` cannot export the name \`${one}\``,
          'choose another name',
        ),
      ),
    ...twice.map((one) =>
      problem('word-taken', `\`${name}\` has the setting \`${one}\` twice`, 'remove one of them'),
    ),
    ...(needsItself(feature, all)
      ? [problem('needs-circle', circle, 'combine these features into one')]
      : []),
  ];
}

function needsItself({ name }: Feature, all: readonly Feature[]): boolean {
  const reached = new Set<string>();
  const follow = (one: string): void => {
    for (const need of all.find((other) => other.name === one)?.needs ?? [])
      if (!reached.has(need)) follow((reached.add(need), need));
  };
  follow(name);
  return reached.has(name);
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
        table: Object.keys(tables),
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
  const { scripts, imports } = packageOfAll(readTemplates());
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
    { whose: 'a model of the project', words: { table: Object.keys(schemaOf(app).tables) } },
  ];
}

/** What `package.json` has with all features of crudgen. */
const packageOfAll = once(
  (templates: Tree): Pick<Feature, 'scripts' | 'imports' | 'dependencies' | 'devDependencies'> => {
    const features = featuresIn(templates).map(({ name }) => name);
    const app: App = { name: 'all', database: 'sqlite', models: [], features };
    return JSON.parse(renderPackage(app, templates)) as Feature;
  },
);

function takenWords({ words }: Words, { name }: Feature, others: readonly Words[]): Problem[] {
  const taken = (Object.keys(words) as Kind[]).flatMap((kind) =>
    words[kind]!.flatMap((word): Problem[] => {
      const isSame = (other: string) => other.toLowerCase() === word.toLowerCase();
      const other = others.find((one) => one.words[kind]?.some(isSame));
      if (other === undefined) return [];
      const message = `the ${kind} \`${word}\` of the feature \`${name}\` already belongs to ${other.whose}`;
      return [problem('word-taken', message, `choose another name in feature.json of \`${name}\``)];
    }),
  );
  const run = words.script!.filter((script) => LIFECYCLE.test(script));
  return [
    ...taken,
    ...run.map((script) =>
      problem(
        'script-taken',
        `npm runs the script \`${script}\` automatically, which only features of crudgen may request`,
        'choose another name, so that people run the script themselves',
      ),
    ),
  ];
}

const unknownWord = (message: string, help: string): Problem =>
  problem('unknown-word', message, help);

/** What a feature refers to and nothing has. */
function unknownWords(feature: Feature, others: readonly Feature[], app: App): Problem[] {
  const { name, needs, requires } = feature;
  const known = others.map((one) => one.name);
  const settings = coreSettings(readTemplates()).map((one) => one.name);
  return [
    ...needs
      .filter((need) => need !== name && !known.includes(need))
      .map((need) =>
        unknownWord(
          `\`${name}\` needs the feature \`${need}\`, which the project does not have`,
          didYouMean(need, known, `add it first: crudgen add <the folder or package of ${need}>`),
        ),
      ),
    ...requires
      .filter((one) => !settings.includes(one))
      .map((one) =>
        unknownWord(
          `\`${name}\` requires \`${one}\`, which is not a setting that every project has`,
          didYouMean(one, settings, 'list settings of the feature under `settings`, as `required`'),
        ),
      ),
    ...wrongKeys(feature, others, app),
    ...Object.entries(feature.tables).flatMap(([table, spec]) => unknownColumns(table, spec)),
  ];
}

/** Foreign keys to tables that are not there, and those that cannot be set to null. */
function wrongKeys({ needs, tables }: Feature, others: readonly Feature[], app: App): Problem[] {
  const targets = new Set([
    ...['auth_user', 'auth_role', 'auth_tenant'],
    ...[tables, schemaOf(app).tables].flatMap((all) => Object.keys(all)),
    ...others.filter((one) => needs.includes(one.name)).flatMap((one) => Object.keys(one.tables)),
  ]);
  return Object.entries(tables).flatMap(([name, { columns, foreignKeys }]) =>
    foreignKeys.flatMap(({ column, table, onDelete }): Problem[] => {
      const place = `\`${name}.${column}\``;
      const spec = own(columns, column);
      const isFixed = onDelete === 'set null' && spec !== undefined && spec.nullable !== true;
      const help = didYouMean(table, targets, 'refer to a table of the feature, or to auth_user');
      const nullHelp = 'make it `"nullable": true`, or choose another `onDelete`';
      return [
        ...(targets.has(table)
          ? []
          : [unknownWord(`${place} refers to the table \`${table}\`, which does not exist`, help)]),
        ...(isFixed
          ? [
              unknownWord(
                `${place} cannot be null, so \`onDelete\` cannot be \`set null\``,
                nullHelp,
              ),
            ]
          : []),
      ];
    }),
  );
}

function unknownColumns(name: string, table: TableSchema): Problem[] {
  const { columns, primaryKey, uniques, indexes, foreignKeys } = table;
  const named = [
    ...[...primaryKey, ...[...uniques, ...indexes].flat()],
    ...foreignKeys.map(({ column }) => column),
  ];
  return [...new Set(named)]
    .filter((column) => !Object.hasOwn(columns, column))
    .map((column) =>
      unknownWord(
        `the table \`${name}\` has no column \`${column}\``,
        column === 'id'
          ? 'add the column to `columns`, or set `primaryKey`'
          : didYouMean(column, Object.keys(columns), 'add the column to `columns`'),
      ),
    );
}

/** Packages of which crudgen has another version, which counts. */
function otherPackages({ name, dependencies, devDependencies }: Feature): Problem[] {
  const all = packageOfAll(readTemplates());
  const ours = new Map(Object.entries<string>({ ...all.devDependencies, ...all.dependencies }));
  return Object.entries({ ...devDependencies, ...dependencies }).flatMap(([one, version]) => {
    const has = ours.get(one);
    if (has === undefined || has === version) return [];
    const message = `\`${name}\` asks for ${one} ${version}, but the project uses ${has}, the version of crudgen`;
    return [warning('other-package', message, `try the feature with ${one} ${has}`)];
  });
}
