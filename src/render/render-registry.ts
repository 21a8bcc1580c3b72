import { posix } from 'node:path';
import { withUser } from '../model/built-in.js';
import type { App } from '../model/model.js';
import { compareText } from '../model/names.js';
import { migrationClass, MIGRATIONS } from './render-migration.js';
import { namesOf } from './model-names.js';
import { array, call, object, raw } from './print/code.js';
import { printCode, printImport } from './print/print-code.js';

/** The first line of files that crudgen rewrites. */
export const NOTICE =
  '// Written by crudgen and rewritten with every change of the models: edits are lost.';

/** What the registry of models needs besides the models. */
export interface Registered {
  /** Renamed exports of model parts, by their default names. */
  readonly exported?: ReadonlyMap<string, string>;
  /** Classes of models whose routes file the developer has deleted. */
  readonly unrouted?: ReadonlySet<string>;
}

/** `src/models/models.gen.ts`: every model with its parts, one per line, by class name. */
export function renderModelsGen(
  app: App,
  { exported = new Map(), unrouted = new Set() }: Registered = {},
): string {
  const given = (name: string) => {
    const own = exported.get(name);
    return own === undefined ? name : `${own} as ${name}`;
  };
  const models = withUser(app)
    .models.map((model) => ({ ...namesOf(model), parts: model.parts ?? [] }))
    .sort((left, right) => compareText(left.class, right.class));
  const imports = models.flatMap((names) => {
    const from = (kind: string) => `./${names.file}/${names.file}.${kind}.js`;
    return [
      printImport([given(names.access)], from('access')),
      printImport([names.class], from('model')),
      ...(unrouted.has(names.class) ? [] : [printImport([given(names.routes)], from('routes'))]),
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
        access: raw(names.access),
        ...(unrouted.has(names.class) ? {} : { routes: raw(names.routes) }),
        ...Object.fromEntries(names.parts.map(({ kind }) => [kind, raw(names[kind])])),
      }),
    ),
  );
  return lines([
    NOTICE,
    models.length === 0
      ? "import type { ModelModule } from '#engine';"
      : "import { modelModule, type ModelModule } from '#engine';",
    ...imports,
    '',
    '/** Every model of the project, by class name. */',
    printCode(array(list), {
      before: 'export const models: readonly ModelModule[] = ',
      after: ';',
    }),
  ]);
}

/** The import of a part that may be renamed. */
export const partName = (own: string, defaultName: string): string =>
  own === defaultName ? own : `${own} as ${defaultName}`;

/** What a registry of models was rendered with. */
export function registeredIn(registry: string): Registered {
  const exported = registry.matchAll(/\b(\w+) as (\w+)\b/g);
  const listed = registry.matchAll(/\{\s*entity: (\w+),([^}]*)\}/g);
  return {
    exported: new Map([...exported].map(([, own = '', name = '']) => [name, own])),
    unrouted: new Set(
      [...listed].flatMap(([, name = '', parts = '']) => (/\broutes:/.test(parts) ? [] : [name])),
    ),
  };
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
  return lines([
    NOTICE,
    "import type { MigrationInterface } from 'typeorm';",
    ...names.map((name, index) => printImport([classes[index]!], `./${name}.js`)),
    '',
    '/** Every migration, oldest first. */',
    printCode(array(classes.map(raw)), {
      before: 'export const migrations: readonly (new () => MigrationInterface)[] = ',
      after: ';',
    }),
  ]);
}

/** The module specifier of a project file. */
export function importFrom(file: string, target: string): string {
  const path = posix.relative(posix.dirname(file), target).replace(/\.ts$/, '.js');
  return path.startsWith('.') ? path : `./${path}`;
}

/** The paths of the two registries. */
export const MODELS_GEN = 'src/models/models.gen.ts';
export const MIGRATIONS_GEN = `${MIGRATIONS}/migrations.gen.ts`;

const lines = (items: readonly string[]) => `${items.join('\n')}\n`;
