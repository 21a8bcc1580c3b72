import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { create } from 'tar';
import { afterAll, describe, expect, it } from 'vitest';
import { addFeature, dropFeature, listFeatures } from '../../../src/cli/commands/features.js';
import { testFeature } from '../../../src/cli/commands/feature-test.js';
import { doctor } from '../../../src/cli/commands/doctor.js';
import { modelAdd } from '../../../src/cli/commands/model-add.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { upgrade } from '../../../src/cli/commands/upgrade.js';
import { JsonTerminal } from '../../../src/cli/json-terminal.js';
import { readTree } from '../../../src/disk/read-tree.js';
import { wrongFiles } from '../../../src/project/change/feature-files.js';
import { readTemplates } from '../../../src/project/open/templates.js';
import type { Tree } from '../../../src/tree.js';
import { renderExample } from '../../golden/example.js';
import { outsidePackage, writeFiles } from '../../support/outside-package.js';
import { packsIn } from '../../support/store-of.js';
import { misfits } from '../../support/output-schema.js';
import { refusedProblems } from '../../support/refused.js';
import { useProject } from './project.js';

const project = useProject(renderExample('task-manager'));
const scratch = mkdtempSync(join(tmpdir(), 'crudgen-outside-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let count = 0;
/** Writes a package into a folder of its own. */
const packageOf = (files: Tree): string => writeFiles(join(scratch, `${(count += 1)}`), files);
const has = (path: string) => existsSync(join(project.root(), path));
const onDisk = () => Object.fromEntries(readTree(project.root()));
const isMigration = (path: string) => path.includes('/migrations/');
const ownFiles = () =>
  Object.fromEntries(Object.entries(onDisk()).filter(([path]) => !isMigration(path)));
const add = (...words: string[]) => addFeature(project.context(), words);
const drop = (...names: string[]) => dropFeature(project.context(), names, { dropData: true });
const first = packageOf(outsidePackage());

/** The package with some of its files changed; null leaves one out. */
function changed(changes: Readonly<Record<string, string | null>>, version = '1.0.0'): string {
  const files = new Map(outsidePackage(version));
  for (const [path, text] of Object.entries(changes))
    if (text === null) files.delete(path);
    else files.set(path, text);
  return packageOf(files);
}

interface Manifest {
  [key: string]: unknown;
  tables: Record<string, { columns: Record<string, object> }>;
}

/** The package with another manifest. */
function withManifest(change: (manifest: Manifest) => void, version = '1.0.0'): string {
  const text = outsidePackage(version).get('feature.json')!;
  const manifest = JSON.parse(text.slice(text.indexOf('\n'))) as Manifest;
  change(manifest);
  return changed({ 'feature.json': JSON.stringify(manifest, null, 2) }, version);
}

describe('a feature of others', () => {
  it('comes with all that it has, and goes without a trace', async () => {
    const before = ownFiles();
    const packs = packsIn(project.root());
    expect(await add(first)).toBe(0);
    expect(project.read('engine/callbacks/index.ts')).toBe(
      outsidePackage().get('engine/callbacks/index.ts'),
    );
    expect(project.read('src/features.gen.ts')).toContain("from '#engine/callbacks'");
    expect(project.read('web/src/features.gen.ts')).toContain("from '#ui/callbacks'");
    expect(project.read('docs/settings.md')).toContain('`CALLBACKS_KEEP`');
    expect(project.read('AGENTS.md')).toContain('docs/callbacks.md');
    expect(project.migration()).toContain("createTable('callback_delivery'");
    expect(has('README.md') && project.read('README.md')).not.toContain('those who write');
    expect(await drop('callbacks', 'jobs')).toBe(0);
    expect(ownFiles()).toEqual(before);
    expect(packsIn(project.root())).toEqual(packs);
  });

  it('is kept by every other command, and its settings refused where it is off', async () => {
    await add(first);
    const features = project.read('src/features.gen.ts');
    await modelAdd(project.context(), 'Tag', ['name:string'], {});
    await sync(project.context(), {});
    await upgrade(project.context());
    expect(project.read('src/features.gen.ts')).toBe(features);
    expect(has('engine/callbacks/index.ts')).toBe(true);
    expect(await doctor(project.context({ dryRun: true }))).toBe(0);
    const terminal = new JsonTerminal();
    await listFeatures(project.context({ json: true, terminal }));
    const listed = (JSON.parse(terminal.document(0)) as { features: object[] }).features;
    expect(listed).toContainEqual(
      expect.objectContaining({ name: 'callbacks', version: '1.0.0', on: true }),
    );
  });

  it('comes out of a packed package as out of its folder', async () => {
    await add(first);
    const [folder, packs] = [onDisk(), packsIn(project.root())];
    await drop('callbacks', 'jobs');
    const file = join(scratch, 'acme-callbacks-1.0.0.tgz');
    const files = readdirSync(first);
    await create({ gzip: true, file, cwd: first, prefix: 'package' }, files);
    expect(await add(file)).toBe(0);
    const without = (files: object) =>
      Object.fromEntries(Object.entries(files).filter(([path]) => !isMigration(path)));
    expect(ownFiles()).toEqual(without(folder));
    expect(packsIn(project.root())).toEqual(packs);
    // Where it is the same, there is nothing to do.
    expect(await add(first)).toBe(0);
    expect(packsIn(project.root())).toEqual(packs);
  });

  it('is brought to a later version by a merge, with its tables', async () => {
    await add(first);
    const path = 'engine/callbacks/send.ts';
    project.edit(path, (text) => `// Ours: through the proxy.\n${text}`);
    const edited = 'engine/callbacks/clean.ts';
    project.edit(edited, (text) => `${text}\n// Ours, too.\n`);
    const text = outsidePackage().get('engine/callbacks/send.ts')!;
    const later = withManifest((manifest) => {
      manifest.tables['callback_endpoint']!.columns['team'] = {
        type: 'string',
        length: 40,
        nullable: true,
      };
    }, '1.1.0');
    writeFiles(later, new Map([[path, `${text}\nexport const SINCE = '1.1.0';\n`]]));
    for (const gone of [edited, 'engine/callbacks/sign.ts']) rmSync(join(later, gone));
    expect(await add(later)).toBe(0);
    expect(project.read(path)).toMatch(
      /^\/\/ Ours: through the proxy\.\n[^]*SINCE = '1\.1\.0';\n$/,
    );
    expect(project.read(edited)).toContain('// Ours, too.');
    expect(has('engine/callbacks/sign.ts')).toBe(false);
    const [made] = readdirSync(join(project.root(), 'src/database/migrations')).filter((name) =>
      name.startsWith('20261121120001'),
    );
    expect(project.read(`src/database/migrations/${made}`)).toContain(
      "addColumn('callback_endpoint', 'team', { type: 'string', length: 40, nullable: true })",
    );
    expect(project.said()).toEqual([expect.objectContaining({ code: 'kept-file' })]);
  });

  it('asks where both changed the same', async () => {
    await add(first);
    const path = 'engine/callbacks/circuit-breaker.ts';
    const change = (count: number) => (text: string) =>
      text.replace('MAX_FAILURES = 3', `MAX_FAILURES = ${count}`);
    project.edit(path, change(7));
    const later = changed({ [path]: change(5)(outsidePackage().get(path)!) }, '1.1.0');
    const noted: string[] = [];
    const context = project.context();
    const terminal = { ...context.terminal, note: (text: string) => void noted.push(text) };
    expect(await addFeature({ ...context, terminal }, [later])).toBe(3);
    const [shown = ''] = noted;
    expect(shown).toMatch(/^ {6}yours {6}.*= 7;$/m);
    expect(shown).toMatch(/^ {6}callbacks {2}.*= 5;/m);
    expect(shown).toContain('theirs takes the side of callbacks,');
    expect(shown).not.toContain('crudgen  ');
    const json = new JsonTerminal();
    json.command = 'add';
    expect(await addFeature(project.context({ json: true, terminal: json }), [later])).toBe(3);
    const document = JSON.parse(json.document(3)) as { conflicts: object[] };
    expect(misfits(document)).toEqual([]);
    expect(document.conflicts).toMatchObject([{ path, feature: 'callbacks' }]);
    expect(project.read(path)).toContain('MAX_FAILURES = 7');
    const both = new Map([[null, 'mark' as const]]);
    expect(await addFeature(project.context({ dryRun: true, onConflict: both }), [later])).toBe(3);
    const onConflict = new Map([[null, 'mine' as const]]);
    expect(await addFeature(project.context({ onConflict }), [later])).toBe(0);
    expect(project.read(path)).toContain('MAX_FAILURES = 7');
    expect(await add(later)).toBe(0);
  });

  it('is named between markers, too, and crudgen where the file is its own', async () => {
    await add(first);
    const path = 'engine/callbacks/circuit-breaker.ts';
    const change = (count: number) => (text: string) =>
      text.replace('MAX_FAILURES = 3', `MAX_FAILURES = ${count}`);
    project.edit(path, change(7));
    const setting = '`CALLBACKS_KEEP`';
    project.edit('docs/settings.md', (text) =>
      text.replace(new RegExp(`^.*${setting}.*$`, 'm'), `| ${setting} | ours | ours |`),
    );
    const later = withManifest((manifest) => {
      const settings = manifest['settings'] as { name: string; about: string }[];
      settings.find(({ name }) => name === 'CALLBACKS_KEEP')!.about = 'for how long';
    }, '1.1.0');
    writeFiles(later, new Map([[path, change(5)(outsidePackage().get(path)!)]]));
    const onConflict = new Map([[null, 'mark' as const]]);
    expect(await addFeature(project.context({ onConflict }), [later])).toBe(3);
    expect(project.read(path)).toMatch(/^<{7} yours\n.*7;\n={7}\n.*5;\n>{7} callbacks$/m);
    expect(project.read('docs/settings.md')).toMatch(/^>{7} crudgen$/m);
  });

  it('is told where its pack is lost, and comes back by the package', async () => {
    await add(first);
    const before = onDisk();
    const pack = [...packsIn(project.root()).keys()].find((path) => path.includes('/callbacks-'))!;
    project.remove(pack);
    const [lost] = await refusedProblems(modelAdd(project.context(), 'Tag', ['name:string'], {}));
    expect(lost).toMatchObject({
      code: 'unknown-feature',
      help: expect.stringContaining('crudgen add <folder or package>'),
    });
    expect(await refusedProblems(drop('callbacks'))).toMatchObject([
      { code: 'unknown-feature', help: lost!.help },
    ]);
    expect(await add(first)).toBe(0);
    expect(onDisk()).toEqual(before);
    expect(has(pack)).toBe(true);
  });
});

describe('crudgen feature test', () => {
  const tried = async (source: string) => {
    const terminal = new JsonTerminal();
    terminal.command = 'feature test';
    const code = await testFeature(project.context({ json: true, terminal }), [source], {});
    const document = JSON.parse(terminal.document(code)) as {
      problems: { code: string; message: string }[];
      trials: { features: string; ok: boolean; files: number }[];
    };
    expect(misfits(document)).toEqual([]);
    return { code, ...document };
  };

  it('passes the feature of the documentation', async () => {
    const page = readTemplates().get('service/docs/own-features.md')!;
    const [, manifest = ''] = /^```json\n([^]*?)^```$/m.exec(page) ?? [];
    const [, path = '', code = ''] = /^```ts\n\/\/ (\S+)\n([^]*?)^```$/m.exec(page) ?? [];
    const source = packageOf(
      new Map([
        ['feature.json', manifest],
        [path, code],
      ]),
    );
    expect(await tried(source)).toMatchObject({
      code: 0,
      problems: [],
      trials: [
        { features: 'alone', ok: true, files: 1 },
        { features: 'with-all', ok: true, files: 1 },
      ],
    });
  });

  it('tells what a feature imports and does not have', async () => {
    const source = changed({
      'engine/callbacks/send.ts': `${outsidePackage().get('engine/callbacks/send.ts')!}
import 'left-pad';
import { nothing } from '#engine';
import './gone.js';
`,
      'feature.json': outsidePackage()
        .get('feature.json')!
        .replace('"name": "callbacks",\n    "from"', '"name": "callback",\n    "from"'),
    });
    const { code, problems, trials } = await tried(source);
    expect([code, trials.map(({ ok }) => ok)]).toEqual([1, [false, false]]);
    expect([...new Set(problems.map(({ message }) => message))]).toEqual([
      'engine/callbacks/send.ts imports ./gone.js, which does not exist',
      'engine/callbacks/send.ts imports nothing of #engine, which does not exist',
      'src/features.gen.ts imports callback of #engine/callbacks, which does not exist',
      'engine/callbacks/send.ts imports the package `left-pad`, which the project does not have',
    ]);
  });
});

describe('a name that is no feature', () => {
  it('may be a package of a registry, which npm packs, or a misspelt one of ours', async () => {
    const [far] = await refusedProblems(add('some-registry-name'));
    expect(far).toMatchObject({
      code: 'unknown-feature',
      message: 'there is no feature `some-registry-name`',
      help: 'for the features of crudgen: crudgen features; for a package from the npm registry: npm pack some-registry-name, then: crudgen add ./<file>.tgz',
    });
    const [near] = await refusedProblems(add('webhook', 'metrics'));
    expect(near!.help).toBe(
      'did you mean `webhooks`? For a package from the npm registry: npm pack webhook, then: crudgen add ./<file>.tgz',
    );
    const [scoped] = await refusedProblems(add('@acme/audit'));
    expect(scoped).toMatchObject({
      code: 'no-package',
      help: 'for a package from the npm registry: npm pack @acme/audit, then: crudgen add ./<file>.tgz; paths are relative to the current folder or --cwd',
    });
    // What is dropped is in the project.
    const [dropped] = await refusedProblems(drop('some-registry-name'));
    expect(dropped!.help).not.toContain('npm pack');
  });
});

describe('a package that is no feature', () => {
  const refused = async (source: string) =>
    (await refusedProblems(add(source))).map(({ code, message }) => `${code}: ${message}`);

  it('is refused with what it lacks, and nothing is written', async () => {
    const before = onDisk();
    const empty = packageOf(new Map([['package.json', '{}']]));
    writeFileSync(join(scratch, 'no.tgz'), 'no archive');
    expect(await refused(join(scratch, 'nowhere'))).toEqual([
      expect.stringMatching(/^no-package: there is no folder or packed package/),
    ]);
    expect(await refused(empty)).toEqual([expect.stringMatching(/^no-manifest: /)]);
    expect(await refused(join(scratch, 'no.tgz'))).toEqual([
      expect.stringMatching(/^bad-package: .* is not a package made by npm pack/),
    ]);
    expect(onDisk()).toEqual(before);
  });

  it('is told each wrong word of its manifest with its place', async () => {
    const source = withManifest((manifest) => {
      Object.assign(manifest, {
        name: 'Callbacks',
        version: '1',
        abuot: 'a misspelt key',
        needs: 'jobs',
        dependencies: { croner: '^11.0.0' },
        scripts: { postinstall: 'curl x' },
        service: { name: 'default', from: '#engine/callbacks' },
      });
      delete manifest['about'];
      manifest.tables['callback_endpoint']!.columns['url'] = { type: 'varchar' };
    });
    const problems = await refusedProblems(add(source));
    expect(problems.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'missing-key: a feature has no `about`',
      'bad-value: `name` cannot be "Callbacks"',
      'bad-value: `version` cannot be "1"',
      'wrong-type: `needs` must be a list, not a string',
      'bad-value: `service.name` cannot be "default"',
      'bad-value: `tables.callback_endpoint.columns.url.type` cannot be "varchar"',
      'unknown-key: `abuot` is not a key of a feature',
      'bad-value: `dependencies.croner` cannot be "^11.0.0"',
      'bad-key: `postinstall` cannot be a key of `scripts`',
    ]);
    expect(problems.map(({ at }) => at?.line ?? 0).every((line) => line > 0)).toBe(true);
    expect(problems.at(-3)!.help).toBe('did you mean `about`?');
    expect(problems.at(-2)!.help).toBe('An exact version: `1.2.0`.');
  });

  it('is told each default that is none of the type of its column, with its place', async () => {
    const source = withManifest((manifest) => {
      const value = (type: string, given: unknown, more: object = {}) => ({
        ...{ type, ...more },
        default: { kind: 'value', value: given },
      });
      Object.assign(manifest.tables['callback_endpoint']!.columns, {
        ...{ good_a: value('integer', 3), good_b: value('bigint', '9007199254740993') },
        ...{ good_c: value('decimal', 0.5, { precision: 4, scale: 2 }), good_d: value('text', '') },
        ...{
          good_e: value('color', '#aabbcc'),
          good_f: { type: 'date', default: { kind: 'today' } },
        },
        ...{ good_g: value('boolean', false), good_h: value('time', '08:30:00') },
        ...{ a: value('integer', 'three'), b: value('boolean', 0), c: value('string', 7) },
        ...{
          d: value('decimal', 0.125, { precision: 4, scale: 2 }),
          e: value('date', '2026-02-30'),
        },
        ...{
          f: value('color', '#ABC'),
          g: value('uuid', 'x'),
          h: value('string', 'abc', { length: 2 }),
        },
        ...{ i: { type: 'date', default: { kind: 'now' } }, j: value('id', 1) },
        ...{ k: { type: 'integer', default: { kind: 'today' } }, l: value('bigint', '1e3') },
      });
    });
    const problems = await refusedProblems(add(source));
    expect(problems.map(({ code, message }) => `${code}: ${message}`)).toEqual(
      [
        ['a', '`three` is not a whole number'],
        ['b', '`0` is not true or false'],
        ['c', '`7` is not a string'],
        ['d', '`0.125` is not a number with 2 digits before and 2 after the point'],
        ['e', '`2026-02-30` is not a date'],
        ['f', '`#ABC` is not in the form in which the database stores it'],
        ['g', '`x` is not a UUID'],
        ['h', '`abc` is not at most 2 characters long'],
        ['i', '`now` is not a date'],
        ['j', 'an `id` has no default, because the database numbers the rows'],
        ['k', '`today` is not a whole number'],
        ['l', '`1e3` is not a 64-bit whole number'],
      ].map(([name, why]) => `bad-default: \`tables.callback_endpoint.columns.${name}\`: ${why}`),
    );
    expect(problems.map(({ at }) => at?.text.trim())).toMatchObject(
      expect.arrayContaining([expect.stringContaining('"three"'), expect.stringContaining('#ABC')]),
    );
    expect(problems[5]!.help).toBe('write `#aabbcc`');
  });

  it('is told each file that it may not bring', async () => {
    const source = changed({
      'engine/callbacks/x.ts.ejs': 'x',
      'model/list.tsx': 'x',
      'src/models/task/task.model.ts': 'x',
      'src/app.ts': 'x',
      'src/callbacks/thing.ts':
        "import { Entity } from 'typeorm';\n@Entity('thing')\nexport class Thing {}\n",
      'src/callbacks/all.gen.ts': 'x',
      'docs/a b.md': 'x',
      '.github/workflows/own.yml': 'of the package itself',
    });
    writeFileSync(join(source, 'engine/picture.png'), Buffer.from([0x89, 0, 1]));
    symlinkSync('/etc/passwd', join(source, 'engine/passwd'));
    const messages = await refused(source);
    expect(messages.sort()).toEqual([
      expect.stringMatching(/^brings-model: src\/callbacks\/thing\.ts/),
      expect.stringMatching(/^closed-folder: model\/list\.tsx/),
      expect.stringMatching(/^closed-folder: src\/callbacks\/all\.gen\.ts/),
      expect.stringMatching(/^closed-folder: src\/models\//),
      expect.stringMatching(/^file-taken: crudgen itself has a file src\/app\.ts/),
      expect.stringMatching(/^no-templates: engine\/callbacks\/x\.ts\.ejs/),
      expect.stringMatching(/^no-text: engine\/passwd/),
      expect.stringMatching(/^no-text: engine\/picture\.png/),
      expect.stringMatching(/^odd-path: `docs\/a b\.md`/),
    ]);
    expect(has('.github/workflows/own.yml')).toBe(false);
  });

  it('is told of paths outside the project, in hidden folders and in folders of crudgen', async () => {
    const source = changed({
      'engine/callbacks/.gitignore': '*',
      'SRC/models/x.ts': 'export {};\n',
    });
    expect((await refused(source)).sort()).toEqual([
      expect.stringMatching(/^closed-folder: SRC\/models\/x\.ts/),
      expect.stringMatching(/^odd-path: `engine\/callbacks\/\.gitignore`/),
    ]);
    const files = new Map(['/etc/x', '../x/y', 'docs/../../x'].map((path) => [path, 'x']));
    expect(wrongFiles(files).map(({ code }) => code)).toEqual(['odd-path', 'odd-path', 'odd-path']);
  });

  it('is not unpacked if it would fill the memory', async () => {
    const bomb = join(scratch, 'bomb.tgz');
    writeFileSync(bomb, gzipSync(Buffer.alloc(48 * 1024 * 1024)));
    expect(await refused(bomb)).toEqual([expect.stringMatching(/^large-package: /)]);
  });

  it('may need a feature that needs it', async () => {
    const needing = (name: string, needs: string) =>
      packageOf(
        new Map([
          [
            'feature.json',
            JSON.stringify({ name, version: '1.0.0', about: 'a part', needs: [needs] }),
          ],
        ]),
      );
    const both = [needing('acme-a', 'acme-b'), needing('acme-b', 'acme-a')];
    expect(await add(...both)).toBe(0);
    expect(await drop('acme-a')).toBe(0);
    expect(JSON.parse(onDisk()['crudgen.json']!)).toMatchObject({
      features: expect.not.arrayContaining(['acme-a', 'acme-b']),
    });
  });

  it('may not write over a file', async () => {
    writeFiles(project.root(), new Map([['lists/ours.gen.md', 'Ours.\n']]));
    const writing = withManifest((manifest) => {
      manifest['scripts'] = { 'callbacks:list': 'tsx src/main.ts list' };
      manifest['writes'] = { 'lists/ours.gen.md': 'callbacks:list' };
    });
    expect(await refused(writing)).toEqual([
      expect.stringMatching(/^file-taken: a script of `callbacks` writes lists\/ours\.gen\.md/),
    ]);
  });

  it('has no characters that a file of text has not', async () => {
    const source = withManifest((manifest) => {
      manifest['settings'] = [
        { name: 'CALLBACKS_A', about: 'a thing', default: 'x\u0000y' },
        { name: 'NODE_OPTIONS', about: 'a thing\u2028' },
      ];
    });
    expect((await refused(source)).map((line) => line.split(' cannot be ')[0])).toEqual([
      'bad-value: `settings.0.default`',
      'bad-value: `settings.1.name`',
      'bad-value: `settings.1.about`',
    ]);
  });

  it('is refused where what it names is somebody else’s', async () => {
    const source = withManifest((manifest) => {
      Object.assign(manifest, {
        needs: ['jobs', 'audti'],
        scripts: { worker: 'tsx x.ts', start: 'tsx x.ts' },
        settings: [
          { name: 'JOBS', about: 'something' },
          { name: 'PORT', about: 'something' },
        ],
      });
      const { columns } = manifest.tables['callback_endpoint']!;
      Object.assign(manifest.tables, { task: { columns }, auth_user: { columns } });
    });
    expect(await refused(source)).toEqual([
      'word-taken: the table `task` of the feature `callbacks` already belongs to a model of the project',
      'word-taken: the table `auth_user` of the feature `callbacks` already belongs to crudgen itself',
      'word-taken: the setting `JOBS` of the feature `callbacks` already belongs to the feature `jobs`',
      'word-taken: the setting `PORT` of the feature `callbacks` already belongs to crudgen itself',
      'word-taken: the script `worker` of the feature `callbacks` already belongs to crudgen itself',
      'word-taken: the script `start` of the feature `callbacks` already belongs to crudgen itself',
      'unknown-word: `callbacks` needs the feature `audti`, which the project does not have',
    ]);
    expect(
      await refused(withManifest((manifest) => void (manifest['name'] = 'webhooks'))),
    ).toContain('feature-taken: crudgen itself has a feature `webhooks`');
    expect(
      await refused(withManifest((manifest) => void (manifest['crudgen'] = '99.0.0'))),
    ).toEqual([expect.stringMatching(/^newer-feature: `callbacks` needs crudgen 99\.0\.0/)]);
  });
});
