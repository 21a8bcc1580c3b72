import type { PackageFiles } from '../../disk/read-package.js';
import {
  type Position,
  problem,
  type Problem,
  Refusal,
  refusal,
  refuseErrors,
} from '../../problem.js';
import type { Feature } from '../../render/features.js';
import { checkTableDefaults, type DefaultedTable } from '../../spec/check-table-defaults.js';
import type { Tree } from '../../tree.js';
import { compareVersions, VERSION } from '../../version.js';
import { isBrought, noText, wrongFiles } from './feature-files.js';
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
