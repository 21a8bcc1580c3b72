import { allExportsOf } from '../../code/module-exports.js';
import type { PackageFiles } from '../../disk/read-package.js';
import { isReservedWord } from '../../model/names.js';
import { didYouMean } from '../../model/nearest.js';
import {
  type Position,
  problem,
  type Problem,
  Refusal,
  refusal,
  refuseErrors,
} from '../../problem.js';
import type { Brought, Feature } from '../../render/features.js';
import { checkTableDefaults, type DefaultedTable } from '../../spec/check-table-defaults.js';
import type { Tree } from '../../tree.js';
import { compareVersions, VERSION } from '../../version.js';
import { isBrought, noText, takenPaths, wrongFiles } from './feature-files.js';
import { readTemplates } from '../open/templates.js';

/** A feature of others: data and files, of which nothing runs in crudgen. */
export interface OutsideFeature {
  readonly name: string;
  readonly version: string;
  /** Its manifest, its section of the README, and its files, by the paths that features have in crudgen. */
  readonly files: Tree;
}

/** The file that tells of a feature. */
export const MANIFEST = 'feature.json';
const SECTION = 'feature.md';

/** The JSON Schema of manifests, as it ships. */
export const manifestSchema = (): string => readTemplates().get('feature.schema.json')!;

/** Reads a feature of others from its package, which the command line calls `source`; refuses with all that is wrong with it. */
export async function readFeature(source: string, found: PackageFiles): Promise<OutsideFeature> {
  const text = found.files.get(MANIFEST);
  if (text === undefined) throw noManifest(source);
  const { readManifest } = await import('../../spec/feature-manifest.js');
  const place = `${source.replace(/[/\\]$/, '')}/${MANIFEST}`;
  const read = readManifest(place, text, JSON.parse(manifestSchema()) as object);
  if ('problems' in read) throw new Refusal(read.problems);
  const manifest = read.value as unknown as Manifest;
  const files = new Map([...found.files].filter(([path]) => isBrought(path)));
  refuseErrors([
    ...tooNew(manifest, read.at('/crudgen')),
    ...found.others.filter(isBrought).map(noText),
    ...wrongFiles(files),
    ...danglingWords(manifest, files, read.at),
    ...checkTableDefaults(manifest.tables ?? {}, read.at),
  ]);
  return { ...manifest, files: asTemplates(manifest, found.files.get(SECTION), files) };
}

/** A manifest that is as its schema says. */
type Manifest = Partial<Omit<Feature, 'tables'>> &
  Pick<OutsideFeature, 'name' | 'version'> & {
    readonly crudgen?: string;
    readonly tables?: Readonly<Record<string, DefaultedTable>>;
  };

const noManifest = (source: string): Refusal =>
  refusal(
    'no-manifest',
    `\`${source}\` is not a feature: it has no ${MANIFEST}`,
    'see docs/own-features.md for the files of a feature; for the features of crudgen: crudgen features',
  );

/** What a feature has where crudgen has its own. Its manifest is plain JSON there, whatever comments it has at its author's. */
function asTemplates(manifest: Manifest, section: string | undefined, files: Tree): Tree {
  const folder = `features/${manifest.name}/`;
  return new Map([
    [folder + MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`],
    ...(section === undefined ? [] : [[folder + SECTION, section] as const]),
    ...[...files].map(([path, text]) => [folder + path, text] as const),
  ]);
}

function tooNew({ name, crudgen }: Manifest, at: Position): Problem[] {
  if (crudgen === undefined || compareVersions(crudgen, VERSION) <= 0) return [];
  const message = `\`${name}\` needs crudgen ${crudgen} or newer, but this is ${VERSION}`;
  const help = `install crudgen ${crudgen} or newer (see its repository), then run: crudgen upgrade`;
  return [{ ...problem('newer-feature', message, help), at }];
}

/** A word of a manifest that leads nowhere: its JSON pointer, what is wrong, and what to write instead. */
type Dangling = readonly [pointer: string, message: string, help: string];

/** What a manifest names and the folders of its feature do not have. */
function danglingWords(
  manifest: Manifest,
  files: Tree,
  at: (pointer: string) => Position,
): Problem[] {
  const found = [
    ...danglingPages(manifest, files),
    ...danglingImports(manifest, files),
    ...danglingParts(manifest, files),
    ...danglingScripts(manifest),
  ];
  return found.map(([pointer, message, help]) => ({
    ...problem('dangling-word', message, help),
    at: at(pointer),
  }));
}

/** A key as a step of a JSON pointer (RFC 6901). */
const step = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

const danglingPages = ({ docs = [] }: Manifest, files: Tree): Dangling[] =>
  docs.flatMap(({ file }, index): Dangling[] =>
    files.has(file)
      ? []
      : [[`/docs/${index}/file`, `the feature has no ${file}`, 'write the page']],
  );

function danglingImports({ imports = {}, writes = {} }: Manifest, files: Tree): Dangling[] {
  const isThere = (path: string) =>
    Object.hasOwn(writes, path) ||
    ['.js', '.ts', '.tsx'].some((end) => files.has(path.replace(/\.js$/, end)));
  return Object.entries(imports).flatMap(([name, path]): Dangling[] => {
    if (isThere(path.slice('..'.length))) return [];
    const message = `\`${name}\` leads to ${path}, which the feature does not have`;
    const help =
      'name a module of the feature: `./engine/audit/index.js` for engine/audit/index.ts';
    return [[`/imports/${step(name)}`, message, help]];
  });
}

function danglingParts(
  { imports = {}, layers = {}, service, web }: Manifest,
  files: Tree,
): Dangling[] {
  const folders = Object.keys(layers).flatMap((folder): Dangling[] => {
    const has = (paths: Iterable<string>) => [...paths].some((path) => path.startsWith(folder));
    if (has(files.keys()) && !has(takenPaths().values())) return [];
    const message = `${folder} is not a folder that only this feature uses`;
    return [
      [`/layers/${step(folder)}`, message, 'name a folder of this feature, or remove the entry'],
    ];
  });
  const parts: Dangling[] = [];
  const ofService = service && moduleOfPart(service.from, imports);
  if (service && (ofService == null || (!service.from.startsWith('#') && !files.has(ofService)))) {
    const message = `\`${service.from}\` is neither an alias in \`imports\` nor a module of the feature in src/`;
    const help = 'add the alias to `imports`: `"#engine/audit": "./engine/audit/index.js"`';
    parts.push(['/service/from', message, help]);
  } else if (service) parts.push(...absentPart('service', service, ofService!, files));
  const ofWeb = web && `${web.from.slice('#'.length)}/feature.tsx`;
  if (web && !files.has(ofWeb!)) {
    const message = `\`${web.from}\` does not lead to a ui/<folder>/feature.tsx of the feature`;
    const help =
      'export the part for the back-office from ui/<folder>/feature.tsx, and write `#ui/<folder>` here';
    parts.push(['/web/from', message, help]);
  } else if (web) parts.push(...absentPart('web', web, ofWeb!, files));
  return [...folders, ...parts];
}

/** The module in which the service looks for its part of a feature: by an alias, or by a path below `src/`; null without such an alias. */
function moduleOfPart(from: string, imports: Feature['imports']): string | null {
  if (!from.startsWith('#')) return `src/${from.slice(2).replace(/js$/, 'ts')}`;
  return Object.hasOwn(imports, from)
    ? imports[from]!.slice('..'.length).replace(/\.js$/, '.ts')
    : null;
}

/** A part that its module does not export, as far as files of the feature tell. */
function absentPart(
  key: 'service' | 'web',
  { name, from }: Brought,
  module: string,
  files: Tree,
): Dangling[] {
  // A name that no module can export is told as such.
  if (isReservedWord(name) || name.startsWith('__')) return [];
  const exported = allExportsOf(files, module);
  if (exported === null || exported.has(name)) return [];
  const kind = key === 'service' ? 'Feature' : 'UiFeature';
  const help = didYouMean(
    name,
    exported,
    `add the export: \`export const ${name}: ${kind} = { ... }\``,
  );
  return [[`/${key}/name`, `\`${from}\` does not export \`${name}\``, help]];
}

const danglingScripts = ({ writes = {}, scripts = {} }: Manifest): Dangling[] =>
  Object.entries(writes).flatMap(([path, script]): Dangling[] => {
    const message = `the feature has no script \`${script}\``;
    return Object.hasOwn(scripts, script)
      ? []
      : [[`/writes/${step(path)}`, message, 'name a script that `scripts` lists']];
  });
