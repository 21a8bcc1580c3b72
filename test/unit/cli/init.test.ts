import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import prompts from 'prompts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { init } from '../../../src/cli/commands/init.js';
import { main } from '../../../src/cli/main.js';
import { checkFolder, featureChoices, type InitOptions } from '../../../src/cli/ask-init.js';
import type { Context } from '../../../src/cli/context.js';
import { PLAIN } from '../../../src/cli/style.js';
import { packageName } from '../../../src/model/names.js';
import type { Refusal } from '../../../src/problem.js';
import { readTemplates } from '../../../src/project/open/templates.js';
import { featuresIn } from '../../../src/render/features.js';

let cwd: string;
beforeEach(() => (cwd = mkdtempSync(join(tmpdir(), 'crudgen-init-'))));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(cwd, { recursive: true, force: true });
});

const OPTIONS: InitOptions = { web: false, install: false, git: false };

function context(interactive: boolean): Context {
  const nothing = () => undefined;
  const quiet = {
    print: nothing,
    note: nothing,
    problems: nothing,
    data: nothing,
    status: () => true,
  };
  return {
    ...{ args: [], cwd, now: new Date('2026-11-21T12:00:00Z') },
    ...{ dryRun: false, json: false, contents: false, onConflict: null },
    terminal: { style: PLAIN, errorStyle: PLAIN, width: 100, interactive, ...quiet },
  };
}

/** Runs `init` on a terminal with answers to its questions. */
function answer(answers: readonly unknown[], dir?: string, options: Partial<InitOptions> = {}) {
  prompts.inject([...answers]);
  return init(context(true), dir, { ...OPTIONS, ...options });
}

const nameIn = (folder: string): string =>
  (JSON.parse(readFileSync(join(cwd, folder, 'package.json'), 'utf8')) as { name: string }).name;

describe('init on a terminal', () => {
  it('makes a folder of the name that it is told', async () => {
    expect(await answer(['shop', 'sqlite', ''])).toBe(0);
    expect(readdirSync(cwd)).toEqual(['shop']);
    expect(nameIn('shop')).toBe('shop');
  });

  it('makes folders of a path, and names the project after the last', async () => {
    expect(await answer(['apps/shop', 'sqlite', ''])).toBe(0);
    expect(nameIn('apps/shop')).toBe('shop');
  });

  it('takes the current folder for a full stop', async () => {
    expect(await answer(['.', 'sqlite', ''])).toBe(0);
    expect(nameIn('.')).toBe(packageName(basename(cwd)));
  });

  it('asks for a name alone where the folder is given', async () => {
    expect(await answer(['store', 'sqlite', ''], 'one')).toBe(0);
    expect(nameIn('one')).toBe('store');
  });

  it('asks for a folder alone where the name is given', async () => {
    expect(await answer(['two', 'sqlite', ''], undefined, { name: 'store' })).toBe(0);
    expect(nameIn('two')).toBe('store');
  });

  it('writes nothing into a folder that is not empty', async () => {
    mkdirSync(join(cwd, 'shop'));
    writeFileSync(join(cwd, 'shop/mine.txt'), 'mine');
    const error: unknown = await answer(['shop', 'sqlite', '']).catch((reason: unknown) => reason);
    expect((error as Refusal).problems).toMatchObject([{ code: 'not-empty' }]);
    expect(readdirSync(join(cwd, 'shop'))).toEqual(['mine.txt']);
  });
});

describe('the question for the folder', () => {
  it('has the current folder as its default where that is empty, else a new one', async () => {
    expect(await answer([undefined, 'sqlite', ''])).toBe(0);
    expect(existsSync(join(cwd, 'crudgen.json'))).toBe(true);
    expect(await answer([undefined, 'sqlite', ''])).toBe(0);
    expect(nameIn('my-app')).toBe('my-app');
  });

  it('is asked again for a name that npm does not take, and for a folder that is not fit', async () => {
    const place = {
      cwd,
      check: (dir: string) => Promise.resolve(dir === 'taken' ? 'taken' : null),
    };
    const asked = (dir: string, name?: string) => checkFolder(dir, name, place);
    expect(await asked('shop')).toBeNull();
    expect(await asked('apps/shop')).toBeNull();
    expect(await asked('.')).toBeNull();
    expect(await asked('My Shop')).toContain('try my-shop');
    expect(await asked('My Shop', 'shop')).toBeNull();
    expect(await asked('taken')).toBe('taken');
  });
});

describe('the question for features', () => {
  const choices = featureChoices(featuresIn(readTemplates()));
  const START = ['admin', 'backup', 'containers', 'dashboard', 'search', 'sessions'];

  it('has all by name and purpose, and has chosen only those of every new project, which come first', () => {
    expect(choices.filter(({ selected }) => selected).map(({ value }) => value)).toEqual(START);
    expect(choices.slice(0, START.length).every(({ selected }) => selected)).toBe(true);
    expect(choices.map(({ title }) => title)).toContain(
      'mail: the sending of mail by background jobs, with preview pages in development',
    );
    expect(choices.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['idempotency', 'import', 'jobs']),
    );
    // A model brings them.
    expect(choices.map(({ value }) => value)).not.toContain('tree');
  });

  it('adds what is chosen with what that needs, and leaves out what is not', async () => {
    const chosen = ['backup', 'import', 'mail'];
    expect(await answer(['shop', 'sqlite', '', chosen], undefined, { web: true })).toBe(0);
    const { features } = JSON.parse(readFileSync(join(cwd, 'shop/crudgen.json'), 'utf8')) as {
      features: string[];
    };
    expect(features).toEqual(['admin', 'backup', 'import', 'jobs', 'mail']);
  });

  it('is not asked with --with, --without, --no-web or --yes', async () => {
    const listed = { with: ['uploads'], web: true };
    expect(await answer(['one', 'sqlite', ''], undefined, listed)).toBe(0);
    expect(await answer([], 'two', { yes: true, web: true })).toBe(0);
    const { features } = JSON.parse(readFileSync(join(cwd, 'two/crudgen.json'), 'utf8')) as {
      features: string[];
    };
    expect(features).toEqual(START);
  });
});

describe('features after --with', () => {
  /** The plan of a command line: its folder and the features that it lists, or what is wrong with it. */
  async function planned(...args: string[]) {
    let text = '';
    vi.spyOn(process.stdout, 'write').mockImplementation(
      (chunk) => ((text += String(chunk)), true),
    );
    const all = [
      '--dry-run',
      '--json',
      '--contents',
      '--cwd',
      cwd,
      'init',
      '--no-install',
      '--no-git',
      ...args,
    ];
    const exit = await main(all);
    vi.restoreAllMocks();
    const { root, problems, changes } = JSON.parse(text) as {
      root?: string;
      problems?: { message: string; help: string }[];
      changes?: { path: string; content: string }[];
    };
    const settings = changes?.find(({ path }) => path === 'crudgen.json')?.content;
    return {
      exit,
      folder: root && root.slice(cwd.length),
      problems,
      features: settings && (JSON.parse(settings) as { features: string[] }).features,
    };
  }
  const BOTH = expect.arrayContaining(['jobs', 'mail', 'admin']);

  it.each([
    [['--with', 'jobs', 'mail'], ''],
    [['--with', 'jobs,mail'], ''],
    [['--with', 'jobs,', 'mail'], ''],
    [['--with', 'jobs', '--with', 'mail'], ''],
    [['shop', '--with', 'jobs', 'mail'], '/shop'],
    [['--with', 'jobs', 'mail', '--', 'shop'], '/shop'],
    [['--with=jobs,mail', 'shop'], '/shop'],
    [['--with', 'jobs', 'mail', 'shop'], '/shop'],
    [['--with', 'jobs,mail', 'shop', '--without', 'german'], '/shop'],
    [['--with', 'jobs', '--with', 'mail', './mail'], '/mail'],
  ])('%j are understood, in the folder %s', async (args, folder) => {
    expect(await planned(...args)).toMatchObject({ exit: 0, folder, features: BOTH });
  });

  it('is a list of features to leave out, too', async () => {
    const { features } = await planned('shop', '--without', 'containers', 'dashboard');
    expect(features).toEqual(['admin', 'backup', 'search', 'sessions']);
  });

  it.each([
    [['--with', 'shop'], 'there is no feature `shop`'],
    [['--with', 'jobs', 'mial'], 'there is no feature `mial`'],
    [['--with', 'jobs,shop'], 'there is no feature `shop`'],
    [['store', '--with', 'jobs', 'shop'], 'there is no feature `shop`'],
    [['--with', 'jobs', 'my', 'shop'], 'there is no feature `my`'],
    [['--with', 'jobs', '--with', 'shop'], 'there is no feature `shop`'],
  ])('%j may mean something else and are refused: %s', async (args, message) => {
    const { exit, problems } = await planned(...args);
    expect([exit, problems?.[0]?.message]).toEqual([1, message]);
  });

  it('are suggested where a name is misspelt, after --without as well', async () => {
    const helpOf = async (...args: string[]) => (await planned(...args)).problems?.[0]?.help;
    const helps = [
      await helpOf('store', '--with', 'jobs', 'mial'),
      await helpOf('store', '--without', 'contianers'),
    ];
    expect(helps).toEqual(['did you mean `mail`?', 'did you mean `containers`?']);
  });
});

it('asks nothing without a terminal', async () => {
  expect(await init(context(false), undefined, OPTIONS)).toBe(0);
  expect(existsSync(join(cwd, 'crudgen.json'))).toBe(true);
});

it.each([
  [true, 'localhost:5173/admin/'],
  [false, '127.0.0.1:3000/docs'],
])('leads to development first (with a back-office: %s), then to production', async (web, page) => {
  const lines: string[] = [];
  const quiet = context(false);
  const terminal = { ...quiet.terminal, print: (text: string) => void lines.push(text) };
  expect(await init({ ...quiet, terminal }, 'shop', { ...OPTIONS, web })).toBe(0);
  const told = lines.join('\n');
  expect(told).toContain(
    `Next:\n  cd shop\n  npm install\n  npm run dev\nThen open http://${page} and sign in as`,
  );
  expect(told).toMatch(/\.\nIn production: npm run build, npm start$/);
});

describe('init with a house style', () => {
  const SERVICE = 'model/service.ts.ejs';
  const ENTITY = 'model/model.ts.ejs';
  const spec = () => {
    writeFileSync(join(cwd, 'shop.yaml'), 'models:\n  Article:\n    fields:\n      name: string\n');
    return { models: 'shop.yaml' };
  };
  const put = (path: string, text: string) => {
    mkdirSync(join(cwd, path, '..'), { recursive: true });
    writeFileSync(join(cwd, path), text);
  };
  const create = (templates: string, dir = 'shop') =>
    init(context(false), dir, { ...OPTIONS, ...spec(), templates });
  const refused = (templates: string) =>
    create(templates).then(
      () => [],
      ({ problems }: Refusal) => problems.map(({ code, at }) => [code, at?.line]),
    );
  const inShop = (path: string) => readFileSync(join(cwd, 'shop', path), 'utf8');
  const findings = async (dir: string) => {
    let told = '';
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      told += String(text);
      return true;
    });
    expect(await main(['status', '--json', '--cwd', join(cwd, dir)])).toBe(0);
    const { findings: all } = JSON.parse(told) as { findings: { kind: string }[] };
    return all.filter(({ kind }) => kind !== 'own');
  };

  it('makes every model by it, applied, and hands it on from project to project', async () => {
    put(`style/${SERVICE}`, 'export const of = "<%= view.class %>";\n');
    expect(await create('style')).toBe(0);
    expect(inShop('src/models/article/article.service.ts')).toBe("export const of = 'Article';\n");
    expect(inShop(`crudgen/templates/${SERVICE}`)).toContain('view.class');
    expect(await findings('shop')).toEqual([]);
    expect(await create('shop', 'other')).toBe(0);
    expect(existsSync(join(cwd, 'other/src/models/article/article.service.ts'))).toBe(true);
    expect(await findings('other')).toEqual([]);
  });

  it('refuses a folder without templates, what is none, and what breaks or says another model', async () => {
    expect(await refused('nowhere')).toEqual([['no-folder', undefined]]);
    put('empty/notes.md', 'nothing');
    expect(await refused('empty')).toEqual([['no-templates', undefined]]);
    put('stray/service.ts.ejs', 'export const a = 1;');
    expect(await refused('stray')).toEqual([['stray-template', undefined]]);
    put(`broken/${SERVICE}`, 'export const a =\n  <%= view.nowhere %>;\n');
    expect(await refused('broken')).toEqual([['template', 2]]);
    put(`less/${ENTITY}`, 'export class <%= view.class %> {}\n');
    expect(await refused('less')).toEqual([['other-model', undefined]]);
    expect(existsSync(join(cwd, 'shop'))).toBe(false);
  });

  it('names what is wrong by the folder that was given, and by that of the project which was', async () => {
    const told = (templates: string) =>
      create(templates).then(
        () => [],
        ({ problems }: Refusal) => problems.map(({ message, at }) => [message, at?.file]),
      );
    put(`broken/${SERVICE}`, 'export const a =\n  <%= view.nowhere %>;\n');
    expect(await told('broken')).toEqual([
      [
        expect.stringMatching(/^broken\/model\/service\.ts\.ejs:2 is broken: /),
        `broken/${SERVICE}`,
      ],
    ]);
    put(`no-code/${SERVICE}`, 'export const = 1;\n');
    expect(await told('./no-code/')).toEqual([
      [expect.stringMatching(/^\.\/no-code\/model\/service/), `./no-code/${SERVICE}`],
    ]);
    put(`less/${ENTITY}`, 'export class <%= view.class %> {}\n');
    expect(await told('less')).toEqual([
      [
        expect.stringMatching(/^less\/model\/model\.ts\.ejs changes the model that crudgen reads/),
        undefined,
      ],
    ]);
    const house = 'billing/crudgen/templates';
    put(`${house}/${SERVICE}`, 'export const a =\n  <%= view.nowhere %>;\n');
    put(`${house}/service.ts.ejs`, 'export const a = 1;\n');
    expect(await told('billing')).toEqual([
      [
        expect.stringMatching(/^`billing\/crudgen\/templates\/service\.ts\.ejs` is not a template/),
        undefined,
      ],
    ]);
    rmSync(join(cwd, house, 'service.ts.ejs'));
    expect(await told('billing')).toEqual([
      [
        expect.stringMatching(/^billing\/crudgen\/templates\/model\/service\.ts\.ejs:2 is broken/),
        `${house}/${SERVICE}`,
      ],
    ]);
  });

  it('says of a folder that is none of templates that it is none, and reads nothing of it', async () => {
    // What is in there is no text, cannot be read, or never ends.
    expect(await refused('/proc')).toEqual([['no-templates', undefined]]);
    expect(await refused('/proc/self')).toEqual([['no-templates', undefined]]);
    put('pipe/model/notes.md', 'none');
    execFileSync('mkfifo', [join(cwd, 'pipe/model/waits.md')]);
    expect(await refused('pipe')).toEqual([['no-templates', undefined]]);
  });

  it('refuses a template that it cannot read, which would be left out without a word', async () => {
    put(`style/${SERVICE}`, 'export const of = "<%= view.class %>";\n');
    put('elsewhere/list.tsx.ejs', 'export const a = 1;\n');
    put('linked/model/notes.md', 'none');
    symlinkSync('../../elsewhere/list.tsx.ejs', join(cwd, 'linked/model/list.ts.ejs'));
    expect(await refused('linked')).toEqual([['unreadable-file', undefined]]);
    writeFileSync(join(cwd, 'style/model/bytes.ts.ejs'), Buffer.from([0xff, 0xfe, 0]));
    expect(await refused('style')).toEqual([['unreadable-file', undefined]]);
    rmSync(join(cwd, 'style/model/bytes.ts.ejs'));
    symlinkSync('service.ts.ejs', join(cwd, 'style/model/same.ts.ejs'));
    expect(await create('style')).toBe(0);
    expect(inShop('src/models/article/article.same.ts')).toContain('Article');
    expect(existsSync(join(cwd, 'shop'))).toBe(true);
  });
});
