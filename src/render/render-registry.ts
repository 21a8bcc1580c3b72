import { withUser } from '../model/built-in.js';
import { pathFrom } from '../tree.js';
import type { App } from '../model/model.js';
import { hasAccessFile, ownFiles } from '../model/parts.js';
import { compareText } from '../model/names.js';
import { migrationClass, MIGRATIONS } from './render-migration.js';
import { namesOf } from './model-names.js';
import { type Brought, commandsOf, type Feature, ownSettings } from './features.js';
import { array, brokenObject, call, type Code, literal, object, raw } from './print/code.js';
import { printCode, printImport } from './print/print-code.js';

/** The first line of files that crudgen rewrites. */
export const NOTICE =
  '// Written by crudgen and rewritten with every change of the models: edits are lost.';

/** What the registry of models needs besides the models. */
export interface Registered {
  /** Renamed exports of model parts, by their default names. */
  readonly exported?: ReadonlyMap<string, string>;
}

/** `src/models/models.gen.ts`: every model with its parts, one per line, by class name. */
export function renderModelsGen(app: App, { exported = new Map() }: Registered = {}): string {
  const given = (name: string) => {
    const own = exported.get(name);
    return own === undefined ? name : `${own} as ${name}`;
  };
  const models = withUser(app)
    .models.map((model) => ({
      ...namesOf(model),
      hasAccess: hasAccessFile(model),
      parts: ownFiles(model),
    }))
    .sort((left, right) => compareText(left.class, right.class));
  const imports = models.flatMap((names) => {
    const from = (kind: string) => `./${names.file}/${names.file}.${kind}.js`;
    return [
      ...(names.hasAccess ? [printImport([given(names.access)], from('access'))] : []),
      printImport([names.class], from('model')),
      ...names.parts.map(({ kind, path, name }) =>
        printImport([partName(name, names[kind])], importFrom(MODELS_GEN, path)),
      ),
    ];
  });
  const list = models.map((names) =>
    call(
      'modelModule',
      object({
        entity: raw(names.class),
        access: names.hasAccess ? raw(names.access) : undefined,
        ...Object.fromEntries(names.parts.map(({ kind }) => [kind, raw(names[kind])])),
      }),
    ),
  );
  const first =
    models.length === 0
      ? "import type { ModelModule } from '#engine';"
      : "import { modelModule, type ModelModule } from '#engine';";
  const about = 'Every model of the project, by class name.';
  return listFile([NOTICE, first, ...imports], about, 'models: readonly ModelModule[]', list);
}

/** The import of a part that may be renamed. */
export const partName = (own: string, defaultName: string): string =>
  own === defaultName ? own : `${own} as ${defaultName}`;

/** What a registry of models was rendered with. */
export function registeredIn(registry: string): Registered {
  const exported = registry.matchAll(/\b(\w+) as (\w+)\b/g);
  return { exported: new Map([...exported].map(([, own = '', name = '']) => [name, own])) };
}

/** The files and classes in a registry of migrations. */
export function migrationsIn(list: string): Map<string, string> {
  const found = list.matchAll(/import \{ (\w+) \} from '\.\/(\d{14}-[^']+)\.js'/g);
  return new Map([...found].map(([, name = '', file = '']) => [`${MIGRATIONS}/${file}.ts`, name]));
}

/** `src/database/migrations/migrations.gen.ts`: every migration file of the project, oldest first. */
export function renderMigrationsGen(
  files: readonly string[],
  exported: ReadonlyMap<string, string> = new Map(),
): string {
  const names = files
    .map((path) => path.slice(path.lastIndexOf('/') + 1).replace(/\.ts$/, ''))
    .filter((name) => /^\d{14}-/.test(name))
    .sort(compareText);
  const classes = names.map(
    (name) => exported.get(`${MIGRATIONS}/${name}.ts`) ?? migrationClass(name),
  );
  const imports = names.map((name, index) => printImport([classes[index]!], `./${name}.js`));
  return listFile(
    [NOTICE, "import type { MigrationInterface } from 'typeorm';", ...imports],
    'Every migration, oldest first.',
    'migrations: readonly (new () => MigrationInterface)[]',
    classes.map(raw),
  );
}

/** The path of the service's registry of features. */
export const SERVICE_FEATURES = 'src/features.gen.ts';

/** `src/features.gen.ts`: the features of the service, and what belongs to those that it does not have. */
export const serviceFeaturesFile = (on: readonly Feature[], off: readonly Feature[]): string =>
  `${featuresFile(
    on.flatMap(({ service }) => service ?? []),
    "import type { AbsentFeatures, Feature } from '#engine';",
    'The parts that this service could do without.',
    'features: readonly Feature[]',
  )}
${constantOf(
  'What parts that it does not have would bring: with one of their settings it does not start.',
  'absentFeatures: AbsentFeatures',
  brokenObject(Object.fromEntries(off.flatMap(broughtBy))),
)}`;

/** A feature's own settings and commands, if there are any. */
function broughtBy(feature: Feature): [name: string, brought: Code][] {
  const settings = ownSettings(feature).map(({ name }) => name);
  const brought = Object.entries({ settings, commands: commandsOf(feature) })
    .filter(([, names]) => names.length > 0)
    .map(([key, names]) => [key, literal(names)] as const);
  return brought.length === 0 ? [] : [[feature.name, object(Object.fromEntries(brought))]];
}

/** `web/src/features.gen.ts`: the features of the back-office. */
export const webFeaturesFile = (features: readonly Feature[]): string =>
  featuresFile(
    features.flatMap(({ web }) => web ?? []),
    "import type { UiFeature } from '#ui';",
    'The parts that this back-office could do without, in the order of the menu.',
    'features: readonly UiFeature[]',
  );

function featuresFile(
  parts: readonly Brought[],
  type: string,
  about: string,
  list: string,
): string {
  const imports = parts.map(({ name, from }) => printImport([name], from));
  const names = parts.map(({ name }) => raw(name));
  return listFile([NOTICE, type, ...imports], about, list, names);
}

/** A file that exports one list, by its name and type. */
export function listFile(
  imports: readonly string[],
  about: string,
  list: string,
  items: readonly Code[],
): string {
  return [...imports, '', constantOf(about, list, array(items))].join('\n');
}

/** An exported constant, by its name and type. */
const constantOf = (about: string, constant: string, value: Code): string =>
  `/** ${about} */\n${printCode(value, { before: `export const ${constant} = `, after: ';' })}\n`;

/** The module specifier of a project file. */
export const importFrom = (file: string, target: string): string =>
  pathFrom(file, target).replace(/\.ts$/, '.js');

/** The paths of the two registries. */
export const MODELS_GEN = 'src/models/models.gen.ts';
export const MIGRATIONS_GEN = `${MIGRATIONS}/migrations.gen.ts`;
