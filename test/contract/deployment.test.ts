import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { withFeatures } from '../../src/project/change/feature-changes.js';
import { coreSettingsWith, featuresIn, featuresOf } from '../../src/render/features.js';
import { renderProject } from '../../src/render/render-project.js';
import { type Setting } from '../../src/render/settings.js';
import { appOf, MADE_AT, templates } from '../golden/example.js';
import { buildService } from '../support/build-service.js';
import {
  byCompose,
  byKubernetes,
  bySystemd,
  type Deployment,
  type Variables,
} from '../support/deployment.js';
import {
  ADMIN,
  freePort,
  makeFolder,
  placeFile,
  removeFolder,
  SECRET,
  Service,
} from './harness.js';
import { freshDatabase } from './use-service.js';

const DEPLOYMENTS: Readonly<Record<string, Deployment>> = {
  'compose.yaml': byCompose('compose.yaml'),
  'deploy/compose/': byCompose('deploy/compose/compose.yaml'),
  'deploy/kubernetes/': byKubernetes,
  'deploy/systemd/': bySystemd,
};

/** What has no example, since it is to be a secret. */
const SECRETS: Variables = {
  AUTH_SECRET: SECRET,
  ADMIN_PASSWORD: ADMIN.password,
  POSTGRES_PASSWORD: 'a-password',
  METRICS_TOKEN: 'a-token-of-sixteen-or-more',
};
/** What needs settings with names of its own, which no file can know. */
const NEEDS_MORE: Variables = { OIDC_PROVIDERS: '' };

const ALWAYS = ['containers', 'deploy'];
const ALL = 'all features';
const features = featuresIn(templates());
const named = features
  .filter(({ name, settings }) => settings.some(isDeployed) && !ALWAYS.includes(name))
  .map(({ name, needs }) => [name, ...needs]);

function isDeployed(setting: Setting): boolean {
  return setting.for === undefined;
}

/** A project with some features, its settings, and the documented values of them. */
function render(some: readonly string[]) {
  const bare = { ...appOf('orders'), features: [] };
  const app = withFeatures(bare, templates(), [...ALWAYS, ...some]);
  const options = { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) };
  const files = new Map(renderProject(app, options));
  files.delete('.env');
  const on = featuresOf(app, templates());
  const core = coreSettingsWith(on, templates());
  const own = on.flatMap(({ settings }) => settings);
  const settings = [...core, ...own].filter(isDeployed);
  const values = settings.map(({ name, example, default: value }) => {
    return [name, SECRETS[name] ?? NEEDS_MORE[name] ?? example ?? value ?? ''] as const;
  });
  const required = requiredOf(settings);
  // What a feature needs others for is asked of the project with those.
  const others = named.map(([name]) => name).filter((name) => name !== some[0]);
  const alone = on.filter(({ name }) => !others.includes(name));
  const asked = alone.flatMap(({ settings: its, requires }) => [
    ...requiredOf(its.filter(isDeployed)),
    ...requires,
  ]);
  const added = some.length === 0 ? required : asked;
  const documented: Variables = { ...Object.fromEntries(values), ...SECRETS };
  return { files, settings, required, added, documented };
}

const requiredOf = (settings: readonly Setting[]): readonly string[] =>
  settings.filter(({ required }) => required).map(({ name }) => name);

const without = (given: Variables, ...names: readonly string[]): Variables =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)));

const only = (given: Variables, names: readonly string[]): Variables =>
  Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));

describe.each<[string, readonly string[]]>([
  ['no feature', []],
  ...named.map((some): [string, readonly string[]] => [`\`${some[0]}\``, some]),
  [ALL, features.map(({ name }) => name).filter((name) => name !== 'admin')],
])('a project with %s', (title, some) => {
  const { files, settings, required, added, documented } = render(some);
  const isAll = title === ALL;
  const needed = only(documented, [...required, 'POSTGRES_PASSWORD']);
  let folder: string;

  beforeAll(() => {
    folder = makeFolder('deployment');
    for (const [path, text] of files) placeFile(folder, path, text);
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(join(import.meta.dirname, 'cheap-bcrypt'), join(folder, 'node_modules/bcryptjs'));
    buildService(folder);
  });
  afterAll(() => removeFolder(folder));

  /** Starts the built service with nothing else in its environment; only where others find it, and it the database, differs. */
  async function start(environment: Variables): Promise<Service> {
    rmSync(join(folder, 'data'), { recursive: true, force: true });
    const { DATABASE_URL = '', METRICS_PORT } = environment;
    const isSqlite = DATABASE_URL.startsWith('sqlite:');
    const databaseUrl = isSqlite ? DATABASE_URL : await freshDatabase('postgres');
    const port = String(await freePort());
    const moved = {
      DATABASE_URL: databaseUrl,
      PORT: port,
      ...(METRICS_PORT && { METRICS_PORT: String(await freePort()) }),
    };
    const child = spawn(process.execPath, ['--enable-source-maps', 'dist/src/main.js'], {
      cwd: folder,
      env: { ...environment, ...moved },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    return new Service(`http://127.0.0.1:${port}`, folder, child, databaseUrl);
  }

  // What requires nothing of its own gets by every deployment what a project without features gets.
  const isAlike = some.length > 0 && !isAll && added.length === 0;
  const deployments = Object.entries(DEPLOYMENTS).slice(0, isAlike ? 1 : undefined);

  describe.each(deployments)('%s', (name, deploy) => {
    const isCompose = name.includes('compose');
    // What a feature adds reaches the service by all deployments; that it starts with it, or without it does not, takes one.
    const isStarted = (by: string): boolean => some.length === 0 || isAll || name === by;

    test('passes on what the service requires in production', () => {
      const environment = deploy(files, needed);
      expect(environment.NODE_ENV).toBe('production');
      expect(required.filter((one) => !environment[one])).toEqual([]);
    });

    if (isStarted('compose.yaml'))
      test('starts the service with it', async () => {
        const service = await start(deploy(files, needed));
        await service.ready();
      });

    const missing = isAll || !(isCompose || isStarted('deploy/systemd/')) ? [] : added;
    test.each(missing)('names %s where it is missing', async (one) => {
      const given = without(needed, one);
      if (isCompose) {
        const message = `${one} is missing a value: set ${one} in .env`;
        return expect(() => deploy(files, given)).toThrow(message);
      }
      const service = await start({ ...deploy(files, needed), [one]: '' });
      expect(await service.ended).toBe(1);
      expect(service.output).toContain('The service does not start:\n');
      expect(service.output).toMatch(new RegExp(`^ {2}.*\\b${one}\\b`, 'm'));
    });

    if (!isCompose) return;
    test('passes on whatever is set', async () => {
      const environment = deploy(files, documented);
      const expected = settings.map(({ name: one }) => [one, documented[one]]);
      const given = ['NODE_ENV', 'HOST', 'PORT', 'DATABASE_URL'];
      expect(without(environment, ...given)).toEqual(
        without(Object.fromEntries(expected), ...given),
      );
      expect(environment).toMatchObject({
        HOST: '0.0.0.0',
        PORT: '3000',
        DATABASE_URL: 'postgres://app:a-password@db:5432/app',
      });
      if (isAll) await (await start(environment)).ready();
    });
  });
});
