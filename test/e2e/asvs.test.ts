import { existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crudgen, edit, makeFolder, read, run } from './evolution/project.js';

const ROOT = join(import.meta.dirname, '../..');
const MODELS = `models:
  Note:
    rows: { owner: author }
    fields:
      title: string:required:max=80
      link: string:url
      verdict: string:read=Admin
      author: ref=User
  Visit:
    rows: { tenant: tenant }
    fields:
      day: date:required
      note: ref=Note:required
      tenant: ref=Tenant
`;

interface Report {
  readonly counts: Readonly<Record<string, number>>;
  readonly requirements: readonly {
    readonly number: string;
    readonly result: string;
    readonly error?: string;
  }[];
}

describe('the report by OWASP ASVS of a project', { timeout: 600_000 }, () => {
  let folder: string;
  let project: string;

  beforeAll(async () => {
    folder = makeFolder('asvs');
    writeFileSync(join(folder, 'models.yaml'), MODELS);
    const flags = ['--models', 'models.yaml', '--no-install', '--no-git'];
    await crudgen(folder, 'init', 'shop', '--yes', ...flags);
    project = join(folder, 'shop');
    symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'));
    await crudgen(project, 'add', 'asvs');
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const asvs = (...flags: readonly string[]) =>
    run(project, 'npm', ['run', '--silent', 'asvs', '--', ...flags]);

  it('names what a weakened engine no longer does, nothing else, and leaves nothing behind', () => {
    weaken('engine/http/security-headers.ts', "  ['x-content-type-options', 'nosniff'],\n", '');
    weaken('engine/auth/throttle.ts', 'PER_NAME_AND_ADDRESS = 5', 'PER_NAME_AND_ADDRESS = 500');
    weaken('engine/records/get.ts', 'oneRow(id, grant.where)', "oneRow(id, { op: 'all' })");
    weaken('engine/auth/tokens.ts', "algorithms: ['HS256']", "algorithms: ['HS256', 'HS512']");
    weaken('engine/auth/tokens.ts', 'return audience === ACCESS.audience;', 'return true;');

    const { status, stdout, stderr } = asvs('--json');
    expect(stderr).toBe('');
    const { counts, requirements } = JSON.parse(stdout) as Report;
    const failed = requirements.filter(({ result }) => result === 'failed');
    const numbers = failed.map(({ number }) => number);
    expect(numbers).toEqual(['1.2.1', '3.2.1', '6.3.1', '8.2.2', '8.4.1', '9.1.2', '9.2.3']);
    expect(failed[5]!.error).toMatch(/of the algorithm HS512: 200/);
    expect(status).toBe(1);
    expect(requirements).toHaveLength(134);
    expect(counts['passed']).toBeGreaterThanOrEqual(70);
    expect(existsSync(join(project, 'data'))).toBe(false);
  });

  it('cannot be made where the service does not start, and says what is missing', () => {
    const begin = 'const { read, finish } = settingReader(env);';
    weaken(
      'src/settings.ts',
      begin,
      `if (!env.SHOP_KEY) throw new Error('SHOP_KEY is missing');\n  ${begin}`,
    );
    const { status, stderr } = asvs();
    expect(status).toBe(2);
    expect(stderr).toMatch(/asvs\/settings\.ts[^]*SHOP_KEY/);
  });

  function weaken(file: string, what: string, by: string): void {
    expect(read(project, file)).toContain(what);
    edit(project, file, (text) => text.replace(what, () => by));
  }
});

describe('the bill of materials of a project', () => {
  it('is written of the lockfile, without a network', () => {
    const command = 'npm sbom --package-lock-only --omit=dev --sbom-format=cyclonedx';
    const { scripts } = JSON.parse(read(ROOT, 'examples/orders/package.json')) as {
      scripts: Record<string, string>;
    };
    expect(scripts['sbom']).toBe(command);
    const ran = run(ROOT, 'npm', [...command.split(' ').slice(1), '--offline']);
    expect(ran.status, ran.stderr).toBe(0);
    const bill = JSON.parse(ran.stdout) as {
      bomFormat: string;
      components: readonly { purl: string }[];
    };
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX' });
    expect(bill.components.map(({ purl }) => purl).join()).toContain('pkg:npm/commander');
  });
});
