import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Change } from './mutations.js';

const ROOT = join(import.meta.dirname, '../..');

/** Models with rows of users and of tenants, a URL, and a field that only Admins read. */
export const MODELS = `models:
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

/** Every feature that a requirement is about. */
const FEATURES = [
  ...['asvs', 'api-keys', 'idempotency', 'import', 'invitations', 'oidc', 'passkeys'],
  ...['password-reset', 'sessions', 'two-factor'],
];

/** Makes a project with all features that requirements are about, in an empty folder that finds the packages of the repository. */
export function makeProject(folder: string): string {
  writeFileSync(join(folder, 'models.yaml'), MODELS);
  const crudgen = (cwd: string, ...args: readonly string[]) =>
    execFileSync(process.execPath, [join(ROOT, 'bin/crudgen.js'), ...args], { cwd });
  crudgen(
    folder,
    ...['init', 'shop', '--yes', '--models', 'models.yaml', '--no-install', '--no-git'],
  );
  const project = join(folder, 'shop');
  const { features } = JSON.parse(readFileSync(join(project, 'crudgen.json'), 'utf8')) as {
    features: readonly string[];
  };
  crudgen(project, 'add', ...FEATURES.filter((feature) => !features.includes(feature)));
  // What is served must be there; nobody looks at it.
  mkdirSync(join(project, 'web/dist'), { recursive: true });
  writeFileSync(join(project, 'web/dist/index.html'), '<!doctype html><title>Shop</title>');
  return project;
}

/** Puts one text of a file in the place of another, which must be there; returns what undoes it. */
export function change(project: string, [file, text, by]: Change): () => void {
  const path = join(project, file);
  const before = readFileSync(path, 'utf8');
  if (!before.includes(text)) throw new Error(`${file} has no ${JSON.stringify(text)}`);
  writeFileSync(
    path,
    before.replace(text, () => by),
  );
  return () => writeFileSync(path, before);
}

export interface Report {
  readonly counts: Readonly<Record<string, number>>;
  readonly requirements: readonly {
    readonly number: string;
    readonly result: string;
    readonly error?: string;
  }[];
}

/** What `npm run asvs` says of some requirements; of all where none are named. */
export function reportOf(project: string, only: readonly string[] = []): Report {
  const args = ['--import', 'tsx', 'asvs/run.ts', '--json', ...only];
  const ran = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' });
  if (ran.stdout === '') throw new Error(ran.stderr);
  return JSON.parse(ran.stdout) as Report;
}
