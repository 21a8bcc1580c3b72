/*
 * `npm run sbom`: prints the bill of materials (CycloneDX) of the packages in the lockfile, and of the parts that crudgen has
 * copied into the project. Scanners of packages do not see these: a part is named after the package `crudgen`, so that an
 * advisory for a version of it concerns every project with the part. crudgen itself need not be installed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const PACKS = '.crudgen/packs';
/** The pack of files that every project has. */
const CORE = 'core';
/** The folder in which the pack of a feature of others has its manifest. */
const MANIFESTS = 'crudgen/features/';
const NPM_SBOM = ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx'];

/** The part of CycloneDX that is read and written here. */
interface Component {
  readonly 'bom-ref': string;
  readonly type: 'library';
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes: readonly { readonly alg: 'SHA-256'; readonly content: string }[];
  readonly pedigree?: { readonly notes: string };
}

interface Bill {
  readonly metadata: { readonly component: { readonly 'bom-ref': string } };
  readonly components: readonly object[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: string[] }[];
}

/** A bill with more components, on which the project depends. */
function withComponents(bill: Bill, more: readonly Component[]): Bill {
  const refs = more.map((one) => one['bom-ref']);
  const project = bill.metadata.component['bom-ref'];
  const dependencies = bill.dependencies.map((one) =>
    one.ref === project ? { ...one, dependsOn: [...(one.dependsOn ?? []), ...refs] } : one,
  );
  return {
    ...bill,
    components: [...bill.components, ...more],
    dependencies: [...dependencies, ...refs.map((ref) => ({ ref, dependsOn: [] }))],
  };
}

/** The engine and the features of a project, by the packs in which crudgen keeps the files that it wrote. */
function copiedParts(root: string): readonly Component[] {
  const folder = join(root, PACKS);
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const packs = files.flatMap((file) => {
    const [, name, version] = /^([a-z][a-z-]*)-(\d.*)-[0-9a-f]{12}\.gz$/.exec(file) ?? [];
    return name && version ? [{ name, version, file: join(folder, file) }] : [];
  });
  if (packs.length === 0) {
    process.stderr.write(
      `error: ${PACKS} is missing: restore it with git (git log --stat -- ${PACKS})\n`,
    );
    process.exit(1);
  }
  // A merge can leave two packs of a part: the newer one counts.
  packs.sort((one, other) => one.version.localeCompare(other.version, 'en', { numeric: true }));
  return [...new Map(packs.map((pack) => [pack.name, pack])).values()]
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, version, file }) => partOf(root, name, version, gunzipSync(readFileSync(file))));
}

/** The component of a pack: a line of JSON, `[[path, bytes], ...]`, and the texts of these files. */
function partOf(root: string, part: string, version: string, pack: Buffer): Component {
  const copies = copiesIn(pack);
  const manifest = copies.get(`${MANIFESTS}${part}/feature.json`);
  const { name, place } =
    part === CORE
      ? { name: 'crudgen-engine', place: 'templates/service' }
      : { name: `crudgen-${part}`, place: `templates/features/${part}` };
  const own = { name, version, purl: `pkg:npm/crudgen@${version}#${place}` };
  const described = manifest === undefined ? own : ofOthers(part, manifest);
  const edited = [...copies].filter(([path, text]) => isEdited(root, path, text));
  return {
    'bom-ref': described.purl,
    type: 'library',
    ...described,
    hashes: [{ alg: 'SHA-256', content: createHash('sha256').update(pack).digest('hex') }],
    ...(edited.length > 0 && {
      pedigree: { notes: `edited or moved: ${edited.map(([path]) => path).join(', ')}` },
    }),
  };
}

/** A feature of others has a version of its own. */
function ofOthers(name: string, manifest: string): Pick<Component, 'name' | 'version' | 'purl'> {
  const { version = '0.0.0' } = JSON.parse(manifest) as { version?: string };
  return { name, version, purl: `pkg:generic/${name}@${version}` };
}

function copiesIn(pack: Buffer): ReadonlyMap<string, string> {
  const end = pack.indexOf('\n');
  let at = end + 1;
  const index = JSON.parse(pack.toString('utf8', 0, end)) as readonly [string, number][];
  return new Map(
    index.map(([path, bytes]) => [path, pack.toString('utf8', at, (at += bytes))] as const),
  );
}

/** Whether the developer has changed, moved or removed a file since crudgen wrote it. */
function isEdited(root: string, path: string, text: string): boolean {
  if (path.startsWith(MANIFESTS)) return false;
  const file = join(root, path);
  return !existsSync(file) || readFileSync(file, 'utf8').replaceAll('\r\n', '\n') !== text;
}

/** What npm says of the lockfile; its own messages are the failure. */
function billOfPackages(root: string): Bill {
  const npm = process.env['npm_execpath'];
  const [command, args] = npm ? [process.execPath, [npm, ...NPM_SBOM]] : ['npm', NPM_SBOM];
  const { status, stdout } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
  return JSON.parse(stdout) as Bill;
}

const root = process.cwd();
const bill = withComponents(billOfPackages(root), copiedParts(root));
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`);
