import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { addFeature, dropFeature, listFeatures } from '../../../src/cli/commands/features.js';
import type { Context } from '../../../src/cli/context.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { JsonTerminal } from '../../../src/cli/json-terminal.js';
import { readTree } from '../../../src/disk/read-tree.js';
import { refusedProblems } from '../../support/refused.js';
import { useProject } from './project.js';

const project = useProject('task-manager');
const features = (): readonly string[] => JSON.parse(project.read('crudgen.json')).features;
const onDisk = async () => Object.fromEntries(readTree(project.root()));

interface Listed {
  readonly name: string;
  readonly size: { readonly files: number; readonly lines: number };
  readonly tables: readonly string[];
}

describe('features of a project', () => {
  it('are listed with what is on', async () => {
    const terminal = new JsonTerminal();
    await listFeatures(project.context({ json: true, terminal }));
    const listed = JSON.parse(terminal.document(0)).features as { name: string; on: boolean }[];
    expect(Object.fromEntries(listed.map(({ name, on }) => [name, on]))).toMatchObject({
      admin: true,
      containers: true,
      tree: true,
    });
  });

  it('are listed with what they add: files, their lines, and tables, as they are then there', async () => {
    const terminal = new JsonTerminal();
    await listFeatures(project.context({ json: true, terminal }));
    const listed = JSON.parse(terminal.document(0)).features as Listed[];
    const { size, tables } = listed.find(({ name }) => name === 'jobs')!;
    expect(tables).toContain('background_job');
    const before = await onDisk();
    expect(await addFeature(project.context(), ['jobs'])).toBe(0);
    const added = Object.entries(await onDisk()).filter(
      ([path]) => !(path in before) && !/^\.crudgen\/|\/migrations\//.test(path),
    );
    const lines = added.reduce((sum, [, text]) => sum + text.split('\n').length - 1, 0);
    expect(size).toEqual({ files: added.length, lines });
    expect(size.lines).toBeGreaterThan(1000);
    const printed: string[] = [];
    const context = project.context();
    const print = (text: string) => void printed.push(text);
    await listFeatures({ ...context, terminal: { ...context.terminal, print } });
    const row = printed
      .join('\n')
      .split('\n')
      .find((line) => line.startsWith('jobs '));
    expect(row).toContain(`${size.files} files, ${size.lines.toLocaleString('en-US')} lines`);
    expect(row).toContain(`table ${tables.join(', ')}`);
  });

  it('go without a trace, and come back as they were', async () => {
    const before = await onDisk();
    for (const name of ['backup', 'containers', 'dashboard']) {
      expect(await dropFeature(project.context(), [name], {})).toBe(0);
      expect(features()).not.toContain(name);
      expect(JSON.stringify(await onDisk())).not.toBe(JSON.stringify(before));
      expect(await addFeature(project.context(), [name])).toBe(0);
      expect(await onDisk()).toEqual(before);
    }
  });

  it('come and go beside what their developer wrote at the end of README and AGENTS.md', async () => {
    const pages = ['README.md', 'AGENTS.md'];
    const texts = () => pages.map((path) => project.read(path));
    project.edit('README.md', (text) => `${text}\n## Of us\n\nAsk Ada.\n`);
    project.edit('AGENTS.md', (text) => `${text}- \`docs/ours.md\`: what we agreed\n\nAsk Ada.\n`);
    const before = texts();
    for (const names of [['workers', 'jobs'], ['uploads']]) {
      expect(await addFeature(project.context(), names)).toBe(0);
      expect(texts()[1]).toContain(`docs/${names[0]}.md`);
      expect(texts()[0]).toMatch(/\n\n## Of us\n\nAsk Ada\.\n$/);
      expect(texts()[1]).toMatch(/\n- `docs\/ours.md`: what we agreed\n\nAsk Ada\.\n$/);
      expect(await dropFeature(project.context(), names, { dropData: true })).toBe(0);
      expect(texts()).toEqual(before);
    }
  });

  it('go with their tables, and come back but for the migrations', async () => {
    const isMigration = (path: string) => path.includes('/migrations/');
    const own = async () =>
      Object.fromEntries(Object.entries(await onDisk()).filter(([path]) => !isMigration(path)));
    const migrations = async () => Object.keys(await onDisk()).filter(isMigration);
    const [before, made] = [await own(), await migrations()];
    expect(await dropFeature(project.context(), ['sessions'], { dropData: true })).toBe(0);
    expect(Object.keys(await onDisk()).filter((path) => path.includes('sessions/'))).toEqual([]);
    expect(await addFeature(project.context(), ['sessions'])).toBe(0);
    expect(await own()).toEqual(before);
    const fresh = (await migrations()).filter((path) => !made.includes(path)).sort();
    expect(fresh.map((path) => path.replace(/^.*\d{14}-/, ''))).toEqual([
      'remove-auth-session.ts',
      'create-auth-session.ts',
    ]);
  });

  it('that go along with another one are told, with how all of them are back', async () => {
    const printed: string[] = [];
    const context = project.context();
    const terminal = { ...context.terminal, print: (text: string) => void printed.push(text) };
    const had = features();
    expect(await dropFeature({ ...context, terminal }, ['admin'], { dropData: true })).toBe(0);
    const [, back = ''] =
      /to add all of them again: crudgen add ([\w -]+)\)/.exec(printed.join('\n')) ?? [];
    expect(back.split(' ')[0]).toBe('admin');
    expect(back.split(' ')).toContain('dashboard');
    expect(await addFeature(project.context(), back.split(' '))).toBe(0);
    expect(features()).toEqual(had);
    expect(project.files('web/src/pages')).toContain('task');
  });

  it('come and go without a trace', async () => {
    const before = await onDisk();
    expect(await addFeature(project.context(), ['metrics', 'deploy'])).toBe(0);
    expect(features()).toEqual(expect.arrayContaining(['deploy', 'metrics']));
    expect(project.read('.github/workflows/service.yml')).toContain('npm test');
    expect(project.read('src/features.gen.ts')).toMatch(/\bmetrics,/);
    expect(project.read('.env.example')).toContain('METRICS_PORT');
    expect(await dropFeature(project.context(), ['metrics', 'deploy'], {})).toBe(0);
    expect(await onDisk()).toEqual(before);
  });

  it('go with what their scripts have written, which is to be written again where the code changes', async () => {
    const before = await onDisk();
    expect(await addFeature(project.context(), ['client'])).toBe(0);
    const next = async (work: (context: Context) => Promise<number>) => {
      const terminal = new JsonTerminal();
      await work(project.context({ json: true, dryRun: true, terminal }));
      return JSON.parse(terminal.document(0)).next as string[];
    };
    const adding = (context: Context) => addFeature(context, ['metrics']);
    expect(await next(adding)).toEqual(['npm install', 'npm run build', 'npm start']);
    project.write('client/schema.gen.ts', 'export interface paths {}\n');
    expect(await next(adding)).toContain('npm run client');
    expect(await next((context) => dropFeature(context, ['client'], {}))).not.toContain(
      'npm run client',
    );

    const own = { 'client/own.ts': 'export {};\n' };
    project.write('client/own.ts', own['client/own.ts']);
    expect(await dropFeature(project.context(), ['client'], {})).toBe(1);
    expect(project.read('client/schema.gen.ts')).toContain('paths');
    expect(await dropFeature(project.context(), ['client'], { keep: true })).toBe(0);
    expect(project.read('client/schema.gen.ts')).toContain('paths');
    project.remove('client/own.ts');
    expect(await addFeature(project.context(), ['client'])).toBe(0);
    expect(await dropFeature(project.context(), ['client'], {})).toBe(0);
    expect(await onDisk()).toEqual(before);
  });

  it('bring their settings to deployment files that the developer has edited, and take them away', async () => {
    expect(await addFeature(project.context(), ['deploy'])).toBe(0);
    project.edit('compose.yaml', (text) =>
      text
        .replace("'127.0.0.1:3000:3000'", "'127.0.0.1:8080:3000'")
        .replace('    depends_on:\n', '      STRIPE_KEY: ${STRIPE_KEY:-}\n    depends_on:\n')
        .replace(/^( +ADMIN_PASSWORD: ).*$/m, '$1${ADMIN_PASSWORD:?mine} # by hand')
        .replace('\nvolumes:', '\n  redis:\n    image: redis:8\n\nvolumes:'),
    );
    const edits = {
      'deploy/compose/compose.yaml': ['      DOCS: ${DOCS:-}\n', '      DOCS: off\n      OWN: 1\n'],
      'deploy/kubernetes/settings.yaml': [
        'SHUTDOWN_DELAY: 10s\n',
        'SHUTDOWN_DELAY: 20s\n  OWN: a\n',
      ],
      'deploy/systemd/app.env.example': [/$/, 'OWN=\n'],
      '.env.example': [/$/, '\n# My own.\n#OWN=\n'],
    } as const;
    for (const [path, [from, to]] of Object.entries(edits))
      project.edit(path, (text) => text.replace(from, to));
    const before = await onDisk();

    expect(await addFeature(project.context(), ['mail', 'metrics'])).toBe(0);
    const { app, redis } = parse(project.read('compose.yaml')).services;
    expect(redis).toEqual({ image: 'redis:8' });
    expect(app.ports).toEqual(['127.0.0.1:8080:3000']);
    expect(app.environment).toMatchObject({
      ADMIN_PASSWORD: '${ADMIN_PASSWORD:?mine}',
      STRIPE_KEY: '${STRIPE_KEY:-}',
      MAIL_URL: '${MAIL_URL:?set MAIL_URL in .env}',
      JOBS: '${JOBS:-}',
    });
    expect(
      parse(project.read('deploy/compose/compose.yaml')).services.app.environment,
    ).toMatchObject({ DOCS: 'off', OWN: 1, MAIL_FROM: '${MAIL_FROM:?set MAIL_FROM in .env}' });
    const config = {
      TRUST_PROXY: '1',
      SHUTDOWN_DELAY: '20s',
      OWN: 'a',
      MAIL_FROM: 'My shop <shop@example.com>',
      METRICS_HOST: '0.0.0.0',
    };
    expect(parse(project.read('deploy/kubernetes/settings.yaml')).data).toEqual(config);
    expect(project.read('deploy/systemd/app.env.example')).toMatch(/^OWN=\nMAIL_URL=/m);

    const example = project.read('.env.example');
    expect(example).toMatch(/\n## jobs: .*\n\n# Where background jobs run/);
    expect(example).toContain('\n#JOBS=service\n\n# Concurrent');
    expect(example.endsWith('\n\n# My own.\n#OWN=\n')).toBe(true);

    expect(await dropFeature(project.context(), ['metrics', 'jobs'], { dropData: true })).toBe(0);
    const isMigration = (path: string) => path.includes('/migrations/');
    const own = (tree: Record<string, string>) =>
      Object.fromEntries(Object.entries(tree).filter(([path]) => !isMigration(path)));
    expect(own(await onDisk())).toEqual(own(before));
  });

  it('leave of their settings what the developer has edited, which is told', async () => {
    const path = '.env.example';
    const before = project.read(path);
    expect(await addFeature(project.context(), ['mail'])).toBe(0);
    expect(project.read(path)).toContain('\n#JOBS_KEEP=7d\n');
    const edits: readonly (readonly [string | RegExp, string])[] = [
      ['#JOBS_KEEP=7d', 'JOBS_KEEP=30d'],
      [/# The sender of all mails\..*/, '# The sender: ask Ada.'],
      ['#JOBS=service\n', '#JOBS=service\n#OWN=\n'],
    ];
    for (const [from, to] of edits) project.edit(path, (text) => text.replace(from, to));
    expect(await dropFeature(project.context(), ['jobs'], { dropData: true })).toBe(0);
    const added = project
      .read(path)
      .split('\n')
      .filter((line) => !before.split('\n').includes(line));
    expect(added).toEqual(['#OWN=', 'JOBS_KEEP=30d', '# The sender: ask Ada.']);
    expect(project.said().filter(({ code }) => code === 'edited-setting')).toMatchObject([
      {
        message:
          '.env.example still has settings of `jobs`, `mail`, because you have edited them: `JOBS_KEEP`, `# The sender: ask Ada.`',
        severity: 'warning',
      },
    ]);
    expect(await sync(project.context(), {})).toBe(0);
    expect(project.read(path)).toContain('\nJOBS_KEEP=30d\n');
  });

  it('go with their settings where nobody has edited these, and nothing is told', async () => {
    const path = '.env.example';
    const before = project.read(path);
    expect(await addFeature(project.context(), ['mail'])).toBe(0);
    expect(await dropFeature(project.context(), ['jobs'], { dropData: true })).toBe(0);
    expect(project.read(path)).toBe(before);
    expect(project.said().filter(({ code }) => code === 'edited-setting')).toEqual([]);
  });

  it('go with those that need them', async () => {
    expect(await dropFeature(project.context(), ['admin'], { dropData: true })).toBe(0);
    expect(features()).toEqual(['backup', 'containers', 'sessions']);
    expect(Object.keys(await onDisk()).filter((path) => path.startsWith('web/'))).toEqual([]);
    expect(await addFeature(project.context(), ['dashboard'])).toBe(0);
    expect(features()).toEqual(['admin', 'backup', 'containers', 'dashboard', 'sessions']);
  });

  it('keep what the developer wrote in them', async () => {
    const path = 'compose.yaml';
    project.edit(path, (text) => `${text}# mine\n`);
    const problem = dropFeature(project.context(), ['containers'], {});
    await expect(problem).resolves.not.toBe(0);
    expect(project.read(path)).toContain('# mine');
    expect(features()).toContain('containers');
    expect(await dropFeature(project.context(), ['containers'], { keep: true })).toBe(0);
    expect(project.read(path)).toContain('# mine');
    expect(features()).not.toContain('containers');
  });

  it('are refused by a name that none has, and where a model brings them', async () => {
    expect(
      await refusedProblems(addFeature(project.context(), ['dashbord', 'tree'])),
    ).toMatchObject([
      { code: 'unknown-feature', help: expect.stringMatching(/^did you mean `dashboard`\?/) },
    ]);
    expect(await refusedProblems(dropFeature(project.context(), ['tree'], {}))).toMatchObject([
      { code: 'feature-brought', message: expect.stringContaining('`Task.parent_task_id`') },
    ]);
  });

  it('say so where there is nothing to do', async () => {
    const before = await onDisk();
    expect(await addFeature(project.context(), ['admin'])).toBe(0);
    expect(await onDisk()).toEqual(before);
  });

  it('are never taken out because crudgen.json was edited by hand', async () => {
    const says = (features: unknown) =>
      project.edit('crudgen.json', (text) => JSON.stringify({ ...JSON.parse(text), features }));
    const given = features();
    for (const [listed, code] of [
      [given.map((name) => (name === 'admin' ? 'admni' : name)), 'unknown-feature'],
      [given.filter((name) => name !== 'admin'), 'feature-gone'],
      [[], 'feature-gone'],
      ['admin', 'bad-settings'],
      [[1, null], 'bad-settings'],
      [{ admin: true }, 'bad-settings'],
    ] as const) {
      says(listed);
      const before = await onDisk();
      expect(await refusedProblems(sync(project.context(), {})), String(code)).toMatchObject([
        { code },
      ]);
      expect(await onDisk()).toEqual(before);
    }
    says(given);
    expect(await sync(project.context(), {})).toBe(0);
  });
});
