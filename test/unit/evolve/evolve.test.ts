import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evolve, WAYS, type YearCounts } from '../../evolve/evolve.js';
import { lostLines, ownLines } from '../../evolve/own-lines.js';
import { newErrors } from '../../evolve/red-builds.js';
import { renamedBy, runAt } from '../../evolve/step.js';
import { report, totalsOf } from '../../evolve/table.js';
import { edit, read } from '../../support/project-on-disk.js';
import { SCRATCH } from '../../support/scratch.js';

const folder = mkdtempSync(join(SCRATCH, 'evolve-'));
const MODEL = 'src/models/book/book.model.ts';
const LIST = 'web/src/pages/book/book.list.tsx';

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** One model, a method in its entity, another column in its list, and a file beside. */
const BOOKS = {
  name: 'books',
  make: (to: string) => {
    const spec = join(folder, 'books.yaml');
    writeFileSync(spec, 'models:\n  Book:\n    fields:\n      title: string:required\n');
    const init = ['init', to, '--models', spec, '--yes', '--no-install', '--no-git'];
    expect(runAt(folder, new Date(), init).status).toBe(0);
  },
  edit: (project: string) => {
    edit(project, MODEL, (text) =>
      text.replace(/\n}\s*$/, '\n\n  shout(): string {\n    return `${this.title}!`;\n  }\n}\n'),
    );
    edit(project, LIST, (text) => text.replace('source="title"', 'source="shout"'));
    writeFileSync(join(project, 'src/own.ts'), 'export const own = true;\n');
  },
  year: [{ commands: [['model', 'rename-field', 'Book', 'title', 'headline']] }],
};

const MISSING = `${MODEL}: error TS2339`;

/** What a compiler would say of a method that means a column of another name. */
function compile(project: string): string {
  const text = read(project, MODEL);
  return text.includes('this.title') && !text.includes('title!:')
    ? `${MODEL}(9,9): error TS2339: Property 'title' does not exist on type 'Book'.\n`
    : '';
}

describe('a year of one step', () => {
  let years: readonly YearCounts[];
  const of = (way: string) => years.find((year) => year.way === way)!;
  beforeAll(() => {
    years = evolve(BOOKS, { folder: join(folder, 'year'), compile });
  });

  it('is counted in each way, from the same edits', () => {
    expect(years.map(({ way }) => way)).toEqual(WAYS);
    expect(new Set(years.map(({ own }) => own))).toEqual(new Set([4]));
  });

  it('by git merge: it asks where both sides changed a line, and does not see what no line shows', () => {
    expect(of('git merge')).toMatchObject({
      lost: [],
      steps: [{ conflicts: 1, files: [LIST], named: 0, errors: [MISSING], foretold: false }],
    });
    // What it asked about is what it is where it was settled.
    const [merged, settled] = ['merged', 'crudgen'].map((way) => join(folder, 'year', way));
    expect(read(merged!, LIST)).toBe(read(settled!, LIST));
    expect(read(merged!, MODEL)).toContain('headline!: string');
  });

  it('by overwriting: nothing is asked, and what was edited in the files that change is gone', () => {
    expect(of('overwriting')).toMatchObject({
      steps: [{ conflicts: 0, files: [], errors: [], foretold: false }],
      lost: ['shout(): string {', 'return `${this.title}!`;', expect.stringContaining('"shout"')],
    });
    expect(existsSync(join(folder, 'year/overwritten/src/own.ts'))).toBe(true);
  });

  it('by crudgen: it asks about the column, and names the place that its developer has to change', () => {
    expect(of('crudgen')).toMatchObject({
      lost: [],
      steps: [{ conflicts: 1, files: [LIST], named: 1, errors: [MISSING], foretold: true }],
    });
  });

  it('is a table', () => {
    expect(totalsOf('git merge', [...years, ...years])).toMatchObject({
      conflicts: 2,
      files: 2,
      lost: 0,
      own: 8,
      red: 2,
      steps: 2,
    });
    expect(report(years)).toMatch(
      /^\| crudgen \| 1 \(1\) \| 1 \| 0 of 4 \| 1 of 1 \(1\) \| \d+\.\d \|$/m,
    );
  });
});

describe('lines of a developer', () => {
  const own = ownLines(
    new Map([['a.ts', "import a from 'a';\nexport const a = 1;\n"]]),
    new Map([
      ['a.ts', "import b from 'b';\nexport  const a = 1\n}\nconst title = 'x';\nold(1);\n"],
      ['a.gen.ts', 'const generated = 1;\n'],
    ]),
  );

  it('are those that nobody generated, whatever their format, but for imports', () => {
    expect(own).toEqual(["const title = 'x';", 'old(1);']);
  });

  it('are lost where no file has them, by neither name', () => {
    const renamed = renamedBy({ commands: [['model', 'rename-field', 'Book', 'title', 'name']] });
    const lost = (text: string, rewritten?: ReadonlyMap<string, string>) =>
      lostLines(own, new Map([['other.ts', text]]), renamed, rewritten);
    expect(lost('const name = "x"\nold(1);\n')).toEqual([]);
    expect(lost("const title = 'x';\n")).toEqual(['old(1);']);
    expect(lost("const title = 'x';\nnow(1);\n", new Map([['old(1);', 'now(1);']]))).toEqual([]);
    expect(lost('const subtitle = "x";\nold(1);\n')).toEqual(["const title = 'x';"]);
  });

  it('go by a renamed model in each case that code has', () => {
    const [first] = [{ commands: [['model', 'rename', 'TeamMember', 'Person']] }];
    expect(renamedBy(first!).map(([from]) => from)).toEqual(
      expect.arrayContaining(['TeamMember', 'teamMember', 'team_member', 'team-member']),
    );
  });
});

it('a build is red by what the compiler had not said before, wherever it stands now', () => {
  const error = (line: number, number: number, name = 'a') =>
    `a.ts(${line},1): error TS${number}: Cannot find name '${name}'.\n  more of it\n`;
  expect(newErrors('', '')).toEqual([]);
  expect(newErrors(error(1, 2304), error(7, 2304, 'b'))).toEqual([]);
  expect(newErrors(error(1, 2304), error(7, 2304) + error(8, 2304))).toHaveLength(1);
  expect(newErrors(error(1, 2304), error(1, 2307))).toEqual(['a.ts: error TS2307']);
  expect(newErrors('', 'error TS5055: Cannot write.\n')).toEqual(['error TS5055']);
});
