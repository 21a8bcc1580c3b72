import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { main } from '../../../src/cli/main.js';
import { isStored } from '../../../src/disk/base-store.js';
import { bytesOf } from '../../../src/disk/contents.js';
import { fileOps } from '../../../src/disk/file-ops.js';
import { readTree } from '../../../src/disk/read-tree.js';
import type { Problem } from '../../../src/problem.js';
import type { Tree } from '../../../src/tree.js';
import { type Example, EXAMPLES, readExample, renderExample } from '../../golden/example.js';
import { packsIn, storeOf } from '../../support/store-of.js';

/** The names that the commands use in an example. */
interface Names {
  /** A model with its folder, and the fields that are renamed and removed. */
  readonly model: readonly [name: string, folder: string];
  readonly renamed: string;
  readonly removed: string;
  /** The models that are renamed and removed as a whole. */
  readonly other: string;
  readonly gone: string;
}

const NAMES: Readonly<Record<Example, Names>> = {
  'task-manager': {
    model: ['Task', 'task'],
    renamed: 'title',
    removed: 'due_date',
    other: 'TeamMember',
    gone: 'Project',
  },
  orders: {
    model: ['Order', 'order'],
    renamed: 'number',
    removed: 'notes',
    other: 'Order',
    gone: 'OrderLine',
  },
  clinic: {
    model: ['Patient', 'patient'],
    renamed: 'last_name',
    removed: 'born_on',
    other: 'Doctor',
    gone: 'Invoice',
  },
  conduit: {
    model: ['Comment', 'comment'],
    renamed: 'body',
    removed: 'article',
    other: 'Tag',
    gone: 'Favorite',
  },
};

/** What is done to a project, as somebody would type it. */
const commandsOf = ({ model: [model], renamed, removed, other, gone }: Names): string[][] => [
  [
    'model',
    'add',
    'Label',
    'name:string:required',
    `${model.toLowerCase()}:ref=${model}:as=labels`,
  ],
  ['model', 'add-field', model, 'remark:text', 'rank:integer:default=1'],
  ['model', 'rename-field', model, renamed, 'headline'],
  ['model', 'remove-field', model, removed, '--drop-data'],
  ['model', 'rename', other, 'Person'],
  ['model', 'remove', gone, '--drop-data'],
  ['model', 'remove', gone, '--keep', '--drop-data'],
  ['endpoint', 'add', other, 'POST', '/:id/archive'],
  ['hooks', 'add', other],
  ['rules', 'add', other],
  ['add', 'jobs'],
  ['drop', 'dashboard'],
  ['search', 'add-model', other],
  ['restore', 'src/models/models.gen.ts'],
  ['sync'],
  ['upgrade'],
];

/** What asks first: crudgen and the developer both wrote into the README. */
const ASKS = new Set(['conduit add jobs']);

/** A project in a folder, and the files that it goes back to. */
class Project {
  readonly root = mkdtempSync(join(tmpdir(), 'crudgen-adopting-'));
  start: Tree = new Map();
  files: Tree = new Map();

  put(files: Tree): void {
    for (const path of this.files.keys()) if (!files.has(path)) rmSync(join(this.root, path));
    for (const [path, text] of files) {
      if (this.files.get(path) === text) continue;
      mkdirSync(dirname(join(this.root, path)), { recursive: true });
      writeFileSync(join(this.root, path), bytesOf(path, text));
    }
    this.files = files;
  }

  /** What a command says to programs. */
  async run(...args: readonly string[]): Promise<Answer> {
    const answer = await answerOf([...args, '--json', '--cwd', this.root]);
    const texts = [...readTree(this.root, new Set())];
    this.files = new Map([
      ...texts.filter(([path]) => !path.startsWith('.crudgen/') || isStored(path)),
      ...packsIn(this.root),
    ]);
    return answer;
  }
}

interface Answer {
  readonly exit: number;
  readonly ok: boolean;
  readonly written?: boolean;
  readonly problems?: readonly Problem[];
  readonly changes?: readonly { readonly path: string }[];
}

async function answerOf(args: string[]): Promise<Answer> {
  let text = '';
  const print = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += String(chunk);
    return true;
  });
  try {
    const exit = await main(args);
    return { ...(JSON.parse(text) as Answer), exit };
  } finally {
    print.mockRestore();
  }
}

const withoutCopies = (files: Tree): Tree =>
  new Map([...files].filter(([path]) => !isStored(path)));

/** The paths of files that differ, which say more than two trees of a thousand files. */
const differences = (one: Tree, other: Tree): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter(
    (path) => one.get(path) !== other.get(path),
  );

/** An example with more edits of its developer: another list, and a test that is gone. */
function edited(example: Example): Tree {
  const files = new Map(readExample(example));
  const [, folder] = NAMES[example].model;
  const list = `web/src/pages/${folder}/${folder}.list.tsx`;
  files.set(list, files.get(list)!.replace(/\n( *)<(\w+Column)[^\n]*/, '\n$1{/* own */}$&'));
  files.delete('models.yaml');
  files.delete(`src/models/${folder}/${folder}.test.ts`);
  return files;
}

describe.each(EXAMPLES)('%s without .crudgen/base', { timeout: 240_000 }, (example) => {
  const [kept, bare] = [new Project(), new Project()];
  const names = NAMES[example];

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') });
    // Nothing here is lost with the power: the disk need not be waited for.
    vi.spyOn(fileOps, 'write').mockImplementation((path, text) => writeFile(path, text));
    vi.spyOn(fileOps, 'rename').mockImplementation(rename);
    vi.spyOn(fileOps, 'remove').mockImplementation((path) => rm(path, { force: true }));
    kept.put(new Map([...edited(example), ...storeOf(renderExample(example))]));
    // Brings the copies up to what its developer changed in entities, registers and migrations.
    expect(await kept.run('sync')).toMatchObject({ exit: 0, changes: [] });
    kept.start = kept.files;
    bare.start = withoutCopies(kept.start);
  });

  afterAll(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    for (const { root } of [kept, bare]) rmSync(root, { recursive: true, force: true });
  });

  it.each(commandsOf(names).map((args) => [args.join(' '), args] as const))(
    'becomes by `%s` what it becomes with it',
    async (_, args) => {
      kept.put(kept.start);
      bare.put(bare.start);
      const [known, adopted] = [await kept.run(...args), await bare.run(...args)];
      const isDone = known.exit === 0;
      expect(isDone).toBe(!ASKS.has(`${example} ${args.slice(0, 2).join(' ')}`));
      expect(adopted.problems).toContainEqual(expect.objectContaining({ code: 'adopted' }));
      expect({ ...adopted, problems: othersOf(adopted) }).toEqual({ ...known, written: isDone });
      expect(differences(bare.files, isDone ? kept.files : bare.start)).toEqual([]);
    },
  );
});

const othersOf = ({ problems = [] }: Answer): readonly Problem[] =>
  problems.filter(({ code }) => code !== 'adopted');
