import { withUser } from '../model/built-in.js';
import { pathFrom } from '../tree.js';
import type { App } from '../model/model.js';
import { hasAccessFile, ownFiles } from '../model/parts.js';
import { compareText } from '../model/names.js';
import { type Values, verbatim } from './code.js';
import type { Draft } from './draft.js';
import { migrationClass, MIGRATIONS } from './render-migration.js';
import { type ModelNames, modelNames } from './model-names.js';
import { ADMIN, type Brought, commandsOf, type Feature, ownSettings } from './features.js';
import { draftOf, type Templates } from './template.js';
import type { Import } from './view-model.js';

/** The first line of files that crudgen rewrites. */
export const NOTICE =
  '// Written by crudgen and rewritten with every change of the models: edits are lost.';

/** What the registry of models needs besides the models. */
export interface Registered {
  /** Renamed exports of model parts, by their default names. */
  readonly exported?: ReadonlyMap<string, string>;
}

/** `src/models/models.gen.ts`: every model with its parts, one per line, by class name. */
export function renderModelsGen(
  app: App,
  templates: Templates,
  { exported = new Map() }: Registered = {},
): Draft {
  const given = (name: string) => {
    const own = exported.get(name);
    return own === undefined ? name : `${own} as ${name}`;
  };
  const models = withUser(app)
    .models.map((model) => ({
      names: modelNames(model),
      hasAccess: hasAccessFile(model),
      parts: ownFiles(model),
    }))
    .sort((left, right) => compareText(left.names.class, right.names.class));
  const imports = models.flatMap(({ names, hasAccess, parts }): Import[] => {
    const from = (kind: string) => `./${names.file}/${names.file}.${kind}.js`;
    return [
      ...(hasAccess ? [{ names: [given(names.access)], from: from('access') }] : []),
      { names: [names.class], from: from('model') },
      ...parts.map(({ kind, path, name }) => ({
        names: [partName(name, names[kind])],
        from: importFrom(MODELS_GEN, path),
      })),
    ];
  });
  return draftOf(templates, 'registries/models.gen.ts.ejs', {
    notice: NOTICE,
    imports,
    models: models.map(({ names, hasAccess, parts }) => moduleOf(names, hasAccess, parts)),
  });
}

/** What a model is made of, by the names of its parts. */
const moduleOf = (
  names: ModelNames,
  hasAccess: boolean,
  parts: ReturnType<typeof ownFiles>,
): Values => ({
  entity: verbatim(names.class),
  access: hasAccess ? verbatim(names.access) : undefined,
  ...Object.fromEntries(parts.map(({ kind }) => [kind, verbatim(names[kind])])),
});

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
  templates: Templates,
  exported: ReadonlyMap<string, string> = new Map(),
): Draft {
  const names = files
    .map((path) => path.slice(path.lastIndexOf('/') + 1).replace(/\.ts$/, ''))
    .filter((name) => /^\d{14}-/.test(name))
    .sort(compareText);
  const migrations = names.map((name) => ({
    name: exported.get(`${MIGRATIONS}/${name}.ts`) ?? migrationClass(name),
    from: `./${name}.js`,
  }));
  return draftOf(templates, 'registries/migrations.gen.ts.ejs', { notice: NOTICE, migrations });
}

/** The path of the service's registry of features. */
export const SERVICE_FEATURES = 'src/features.gen.ts';

/** `src/features.gen.ts`: the features of the service, and what belongs to those that it does not have. */
export const serviceFeaturesFile = (
  on: readonly Feature[],
  off: readonly Feature[],
  templates: Templates,
  own: readonly Brought[] = [],
): Draft =>
  draftOf(templates, 'registries/service-features.gen.ts.ejs', {
    notice: NOTICE,
    features: [...on.flatMap(({ service }): Brought[] => (service ? [service] : [])), ...own],
    hasBackOffice: on.some(({ name }) => name === ADMIN),
    absent: off.flatMap(broughtBy),
  });

/** The path of the list of what the tables of features have of persons, which the feature `privacy` brings. */
export const PERSONAL_DATA = 'src/personal-data.gen.ts';

/** `src/personal-data.gen.ts`: what the tables of features have of persons, and what erasing them does there. */
export const personalDataFile = (features: readonly Feature[], templates: Templates): Draft =>
  draftOf(templates, 'registries/personal-data.gen.ts.ejs', {
    notice: NOTICE,
    tables: personalTables(features),
  });

/** The tables of features as that list has them; nothing is known of one that says nothing. */
export const personalTables = (features: readonly Feature[]): readonly Values[] =>
  features.flatMap(({ tables, personal }) =>
    Object.keys(tables).map((table) => {
      const words = personal[table];
      return { table, ...(typeof words === 'string' ? { none: words } : words) };
    }),
  );

/** A feature's own settings and commands, if there are any. */
function broughtBy(feature: Feature): { readonly name: string; readonly brought: Values }[] {
  const settings = ownSettings(feature).map(({ name }) => name);
  const commands = commandsOf(feature);
  if (settings.length === 0 && commands.length === 0) return [];
  const listed = (names: readonly string[]) => (names.length > 0 ? names : undefined);
  return [
    {
      name: feature.name,
      brought: { settings: listed(settings), commands: listed(commands) },
    },
  ];
}

/** `web/src/features.gen.ts`: the features of the back-office. */
export const webFeaturesFile = (features: readonly Feature[], templates: Templates): Draft =>
  draftOf(templates, 'registries/web-features.gen.ts.ejs', {
    notice: NOTICE,
    features: features.flatMap(({ web }): Brought[] => (web ? [web] : [])),
  });

/** The module specifier of a project file. */
export const importFrom = (file: string, target: string): string =>
  pathFrom(file, target).replace(/\.ts$/, '.js');

/** The paths of the two registries. */
export const MODELS_GEN = 'src/models/models.gen.ts';
export const MIGRATIONS_GEN = `${MIGRATIONS}/migrations.gen.ts`;
