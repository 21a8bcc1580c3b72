import { kebabCase } from '../model/names.js';

/** The files that a model has. `pages` is a folder. */
export const SLOTS = ['model', 'access', 'routes', 'test', 'pages'] as const;
export type Slot = (typeof SLOTS)[number];

/** Which file holds each slot of each model, by the model's table; null where the project has none. */
export type Layout = ReadonlyMap<string, Readonly<Record<Slot, string | null>>>;

interface Placed {
  readonly name: string;
  readonly table: string;
  readonly path: string;
}

/** Where a call about a class stands: `defineAccess<Task>`, `defineRoutes(Task`. */
function callPlaces(files: ReadonlyMap<string, string>): Map<string, string> {
  const places = new Map<string, string>();
  for (const [path, text] of files) {
    if (!/\.[cm]?tsx?$/.test(path) || !text.includes('define')) continue;
    const names = new Map(
      [...text.matchAll(/\b(\w+) as (\w+)\b/g)].map(([, name, local]) => [local ?? '', name ?? '']),
    );
    for (const [, kind = '', local = ''] of text.matchAll(/\bdefine(Access<|Routes\()\s*(\w+)/g)) {
      const key = `${kind.startsWith('A') ? 'access' : 'routes'} ${names.get(local) ?? local}`;
      if (!places.has(key)) places.set(key, path);
    }
  }
  return places;
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** The test of a model: beside its entity, named after it; else where its class is imported from. */
function testOf(files: ReadonlyMap<string, string>, { name, path }: Placed): string | null {
  const stem = path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/(?:\.model|\.entity)?\.[cm]?tsx?$/, '');
  const beside = [
    `${folderOf(path)}${stem}.test.ts`,
    `${folderOf(path)}${kebabCase(name)}.test.ts`,
  ];
  return beside.find((one) => files.has(one)) ?? null;
}

function pagesOf(files: ReadonlyMap<string, string>, { name, table }: Placed): string | null {
  const folders = [kebabCase(name), table, kebabCase(table)].map((one) => `web/src/pages/${one}/`);
  return (
    folders.find((folder) => [...files.keys()].some((path) => path.startsWith(folder))) ?? null
  );
}

/** Finds the slots of every model: the entity by its table, the rest by what it names, else by `paths`. */
export function findLayout(
  files: ReadonlyMap<string, string>,
  entities: readonly Placed[],
  paths: Readonly<Record<string, string>>,
): Layout {
  const calls = callPlaces(files);
  const named = (path: string): string | null => {
    const given = paths[path];
    return given !== undefined && files.has(given) ? given : null;
  };
  return new Map(
    entities.map((entity) => {
      const { name, table, path } = entity;
      const canonical = `src/models/${kebabCase(name)}/${kebabCase(name)}`;
      return [
        table,
        {
          model: path,
          access: calls.get(`access ${name}`) ?? named(`${canonical}.access.ts`),
          routes: calls.get(`routes ${name}`) ?? named(`${canonical}.routes.ts`),
          test: named(`${canonical}.test.ts`) ?? testOf(files, entity),
          pages: pagesOf(files, entity),
        },
      ];
    }),
  );
}
