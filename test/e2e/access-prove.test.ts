import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProveReport } from '../../templates/tools/prove/report/report.js';
import { crudgen, edit, git, makeFolder, read, tryCrudgen } from './evolution/project.js';

const SPEC = `models:
  Project:
    fields: { name: string:required }
  Task:
    rows: { owner: created_by, except: [Manager] }
    fields: { title: string:required, project: ref=Project:as=tasks, created_by: ref=User }
`;
const ACCESS = 'src/models/task/task.access.ts';
const RULES = 'engine/access/row-rules.ts';
const MINUTE = 60_000;

let folder: string;
let project: string;
let temporary: string;

/** The report of a proof, with the status of the command. */
async function prove(...args: readonly string[]): Promise<ProveReport & { status: number }> {
  const { status, stdout } = await proved(...args, '--json');
  return { ...(JSON.parse(stdout) as ProveReport), status: status! };
}

/** Proves with temporary files in a folder of their own, which is empty afterwards. */
async function proved(...args: readonly string[]) {
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = temporary;
  try {
    return await tryCrudgen(project, 'access', 'prove', ...args);
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    expect(readdirSync(temporary).filter((name) => name.startsWith('prove-'))).toEqual([]);
  }
}

/** The line of a file that contains a text. */
const lineOf = (path: string, text: string): number =>
  read(project, path).split(text)[0]!.split('\n').length;

beforeAll(async () => {
  folder = makeFolder('access-prove');
  project = join(folder, 'shop');
  temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  writeFileSync(join(folder, 'models.yaml'), SPEC);
  await crudgen(folder, 'init', 'shop', '--models', 'models.yaml', '--no-install', '--no-git');
  git(project, 'init', '--quiet');
  git(project, 'add', '.');
  git(project, 'commit', '--quiet', '-m', 'first');
}, 2 * MINUTE);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('crudgen access prove', () => {
  it(
    'finds nothing in a new project, and says how much it has asked',
    async () => {
      const { status, faults, doors, worlds, seed, commit, uncommitted } = await prove('Task');
      expect({ status, faults, seed, uncommitted }).toEqual({
        ...{ status: 0, faults: [], seed: 1, uncommitted: false },
      });
      expect(commit).toBe(git(project, 'rev-parse', 'HEAD').stdout.trim());
      for (const name of ['list', 'get', 'create']) {
        const { questions, refused, models } = doors.find(({ door }) => door === name)!;
        expect(questions).toBeGreaterThan(refused);
        expect(models).toContain('Task');
      }
      expect(worlds).toContainEqual({
        ...{ model: 'Task', rule: 'owner(created_by_id)', worlds: 3, complete: true },
      });
    },
    2 * MINUTE,
  );

  it(
    'names the rule that the service breaks, with a request and the row that it needs',
    async () => {
      const whole = read(project, RULES);
      // Users also see the rows of the user who came next.
      edit(project, RULES, (text) =>
        text.replace(
          "return { op: 'eq', field: rule.field, value: user.id };",
          "return { op: 'in', field: rule.field, values: [user.id, user.id + 1] };",
        ),
      );
      expect(read(project, RULES)).not.toBe(whole);
      const page = join(folder, 'proof.html');
      const { status, stdout } = await proved('Task', '--report', page);
      edit(project, RULES, () => whole);
      const place = `${ACCESS}:${lineOf(ACCESS, "owner('created_by_id')")}`;
      expect(status).toBe(1);
      expect(stdout).toContain(`rule      ${place}`);
      expect(stdout).toMatch(/request +curl -H "Authorization: Bearer \$TOKEN" "\$URL\/task/);
      expect(stdout).toMatch(/rows +Task \{"id":\d+,"title":"[^"]+","created_by_id":2\}\n/);
      expect(stdout).toMatch(/The service breaks the rules: \d+ faults? in [\d,]+ questions/);
      expect(readFileSync(page, 'utf8')).toContain(place);
    },
    2 * MINUTE,
  );

  it(
    'tries sentences about the rules, and refuses to read others',
    async () => {
      const held = 'only: the owner or a Manager edits Task';
      const broken = 'never: a Manager reads Task of others';
      await crudgen(project, 'access', 'sentence', 'Task', held, broken);
      const { status, faults, sentences } = await prove('Task');
      expect({ status, faults }).toEqual({ status: 1, faults: [] });
      expect(sentences).toMatchObject([
        { sentence: held, counterexample: null },
        {
          ...{ sentence: broken, place: `${ACCESS}:${lineOf(ACCESS, broken)}`, held: 0 },
          counterexample: {
            ...{ action: 'list', row: { id: expect.any(Number) as number, created_by_id: 2 } },
            ...{ becomes: null, rule: `${ACCESS}:${lineOf(ACCESS, 'rows:')}:34` },
          },
        },
      ]);
      expect(sentences![0]!.held).toBeGreaterThan(5);
      edit(project, ACCESS, (text) => text.replace('a Manager reads', 'a Manger reads'));
      expect((await proved('Task')).stderr).toContain('did you mean `Manager`?');
      git(project, 'checkout', '--quiet', '.');
    },
    3 * MINUTE,
  );

  it(
    'refuses what it cannot do',
    async () => {
      expect((await proved('Tsak')).stderr).toContain('did you mean `Task`?');
      expect((await proved('--report', 'proof.pdf')).stderr).toContain('proof.html');
      expect((await proved('Task', '--changed')).stderr).toContain('leave out the names');
      expect((await proved('Task', '--against=main')).stderr).toContain('leave out the models');
      expect((await proved('--mutants', '--against=-x')).stderr).toContain('leave out `--mutants`');
      expect((await proved('--against=-x')).stderr).toContain('git knows no commit -x');
      expect((await proved('--report', 'none/a.md')).stderr).toContain('does not exist');
      writeFileSync(join(project, 'access.allow'), 'mutnt: Task rows opened — all may see them\n');
      expect((await proved('--mutants')).stderr).toContain('access.allow:1: the line must start');
      rmSync(join(project, 'access.allow'));
      expect((await proved('--postgres')).stderr).toContain('TEST_DATABASE_URL');
      const whole = read(project, ACCESS);
      edit(project, ACCESS, (text) => text.replace('owner(', 'ownr('));
      const { status, stderr } = await proved();
      edit(project, ACCESS, () => whole);
      expect(status).toBe(1);
      expect(stderr).toContain("the project's own code does not load: ownr is not defined");
    },
    2 * MINUTE,
  );

  it(
    'keeps the proof if tests of the project fail, and tells which',
    async () => {
      const red = "import { it } from 'vitest';\nit('is red', () => { throw new Error(); });\n";
      writeFileSync(join(project, 'src/red.test.ts'), red);
      const { status, doors, faults, failing, mutants } = await prove('Task', '--mutants');
      rmSync(join(project, 'src/red.test.ts'));
      expect({ status, faults, failing, mutants }).toEqual({
        ...{ status: 1, faults: [], failing: ['src/red.test.ts: is red'] },
      });
      expect(doors.length).toBeGreaterThan(10);
    },
    3 * MINUTE,
  );

  it(
    'proves the models that have changed',
    async () => {
      edit(project, 'src/models/project/project.model.ts', (text) => `${text}// Mine.\n`);
      const { status, models, since, uncommitted } = await prove('--changed');
      git(project, 'checkout', '--quiet', '.');
      expect({ status, models, uncommitted }).toEqual({
        ...{ status: 0, models: ['Project'], uncommitted: true },
      });
      expect(since).toBe(git(project, 'rev-parse', 'HEAD').stdout.trim());
    },
    2 * MINUTE,
  );
});
