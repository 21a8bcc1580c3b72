import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bytesOf } from '../../../src/disk/contents.js';
import { packFile } from '../../../src/disk/packs.js';
import { VERSION } from '../../../src/version.js';
import { newExample } from '../../golden/example.js';
import { run } from '../../support/project-on-disk.js';
import { SCRATCH } from '../../support/scratch.js';
import { storeOf } from '../../support/store-of.js';

const PROJECT = join(SCRATCH, 'bill-of-materials');
const LOCKED = 'express';
const rendered = newExample('task-manager');
const store = storeOf(rendered);
const packOf = (name: string) => [...store.keys()].find((path) => path.includes(`/${name}-`))!;

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(PROJECT, path)), { recursive: true });
  writeFileSync(join(PROJECT, path), content);
}

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly 'bom-ref': string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly pedigree?: { readonly notes: string };
}

interface Bill {
  readonly bomFormat: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: string[] }[];
}

/** What the script of the project prints. */
function billOf(): Bill {
  const { scripts } = JSON.parse(rendered.get('package.json')!) as { scripts: { sbom: string } };
  const [tool, ...args] = scripts.sbom.split(' ');
  expect(tool).toBe('tsx');
  const ran = run(PROJECT, process.execPath, ['--import', 'tsx', ...args]);
  expect(ran.status, ran.stderr).toBe(0);
  return JSON.parse(ran.stdout) as Bill;
}

const partNamed = (bill: Bill, name: string) => bill.components.find((one) => one.name === name);

beforeAll(() => {
  rmSync(PROJECT, { recursive: true, force: true });
  for (const [path, text] of rendered) write(path, text);
  for (const [path, content] of store) write(path, bytesOf(path, content));
  const root = { name: 'shop', version: '1.0.0', dependencies: { [LOCKED]: '5.3.0' } };
  write('package.json', JSON.stringify({ ...root, type: 'module' }));
  const packages = { '': root, [`node_modules/${LOCKED}`]: { version: '5.3.0' } };
  write('package-lock.json', JSON.stringify({ ...root, lockfileVersion: 3, packages }));
});
afterAll(() => rmSync(PROJECT, { recursive: true, force: true }));

it('the bill of materials names packages, the engine and each feature, with version and hash', () => {
  const bill = billOf();
  expect(bill.bomFormat).toBe('CycloneDX');
  expect(partNamed(bill, LOCKED)).toMatchObject({ version: '5.3.0' });
  const content = createHash('sha256')
    .update(gunzipSync(readFileSync(join(PROJECT, packOf('core')))))
    .digest('hex');
  expect(partNamed(bill, 'crudgen-engine')).toEqual({
    'bom-ref': `pkg:npm/crudgen@${VERSION}#templates/service`,
    type: 'library',
    name: 'crudgen-engine',
    version: VERSION,
    purl: `pkg:npm/crudgen@${VERSION}#templates/service`,
    hashes: [{ alg: 'SHA-256', content }],
  });
  const features = ['admin', 'backup', 'dashboard', 'search', 'sessions'];
  for (const feature of features)
    expect(partNamed(bill, `crudgen-${feature}`), feature).toMatchObject({ version: VERSION });
  const refs = bill.dependencies.find(({ ref }) => ref === bill.metadata.component['bom-ref']);
  expect(refs!.dependsOn).toContain(partNamed(bill, 'crudgen-admin')!['bom-ref']);
});

it('names the files of a part that the developer has edited or removed', () => {
  appendFileSync(join(PROJECT, 'engine/http/serve.ts'), '// ours\n');
  rmSync(join(PROJECT, 'engine/http/health.ts'));
  const bill = billOf();
  expect(partNamed(bill, 'crudgen-engine')!.pedigree).toEqual({
    notes: 'edited or moved: engine/http/health.ts, engine/http/serve.ts',
  });
  expect(partNamed(bill, 'crudgen-admin')).not.toHaveProperty('pedigree');
});

it('takes the newer one of two packs, and the version that a feature of others has', () => {
  const manifest = JSON.stringify({ name: 'audit', version: '1.4.2' });
  const packs = [
    { name: 'search', version: '9.10.0', copies: new Map([['ui/search.ts', '']]) },
    { name: 'search', version: '9.9.0', copies: new Map([['ui/search.ts', '']]) },
    {
      name: 'audit',
      version: VERSION,
      copies: new Map([['crudgen/features/audit/feature.json', manifest]]),
    },
  ];
  for (const pack of packs) write(...packFile(pack));
  const bill = billOf();
  expect(bill.components.filter(({ name }) => name === 'crudgen-search')).toEqual([
    expect.objectContaining({ version: '9.10.0' }),
  ]);
  expect(partNamed(bill, 'audit')).toMatchObject({
    version: '1.4.2',
    purl: 'pkg:generic/audit@1.4.2',
  });
});

it('says where packs are that are missing', () => {
  rmSync(join(PROJECT, '.crudgen'), { recursive: true });
  const args = ['--import', 'tsx', 'engine/tools/bill-of-materials.ts'];
  expect(run(PROJECT, process.execPath, args)).toEqual({
    status: 1,
    stdout: '',
    stderr:
      'error: .crudgen/packs is missing: restore it with git (git log --stat -- .crudgen/packs)\n',
  });
});
