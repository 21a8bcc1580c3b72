import { describe, expect, it } from 'vitest';
import { asHtml } from '../../../templates/tools/prove/report/as-html.js';
import { asMarkdown } from '../../../templates/tools/prove/report/as-markdown.js';
import { asText } from '../../../templates/tools/prove/report/as-text.js';
import { isProven, pageOf } from '../../../templates/tools/prove/report/page.js';
import type {
  Fault,
  ProveReport,
  SentenceResult,
} from '../../../templates/tools/prove/report/report.js';

const REPORT: ProveReport = {
  ...{ crudgen: '0.9.0', commit: 'abc', uncommitted: true, seed: 7, database: 'sqlite' },
  ...{ seconds: 3.2, models: ['Task', 'Project'], faults: [] },
  doors: [
    { door: 'list', questions: 1200, refused: 100, models: ['Task', 'Project'] },
    { door: 'get', questions: 34, refused: 9, models: ['Task'] },
  ],
  worlds: [{ model: 'Task', rule: 'owner(created_by_id)', worlds: 3, complete: true }],
  ...{ sql: [], system: [] },
  unproven: [
    { subject: 'GET /task/report', reason: 'no door asks this endpoint' },
    { subject: 'POST /task/{id}/close', reason: 'no door asks this endpoint' },
  ],
};

const FAULT: Fault = {
  ...{ door: 'list', model: 'Task', actor: 'Viewer (user 1, tenant 1)' },
  request: `curl -d '{"a":"\`x\`"}' "$URL/task"`,
  ...{ expected: 'ids none', told: 'ids 7 <script>alert(1)</script> | *' },
  rows: { Task: [{ id: 7, title: 'A', created_by_id: null }] },
  ...{ origin: 'rule', place: 'src/models/task/task.access.ts:9', more: 3 },
};

const told = { model: 'Task', place: 'src/models/task/task.access.ts:8', counterexample: null };
const SENTENCES: readonly SentenceResult[] = [
  { ...told, sentence: 'never: a Viewer edits Task', held: 1204 },
  {
    ...{ ...told, sentence: 'only: the owner reads Task', held: 0 },
    counterexample: {
      ...{ actor: 'Viewer (user 1, tenant 1)', action: 'edit' },
      row: { id: 7, created_by_id: 2 },
      becomes: { id: 7, created_by_id: 1 },
      rule: 'src/models/task/task.access.ts:4:20',
    },
  },
  { ...told, sentence: 'never: a Clerk reads Task.title', held: 0 },
];

const broken = (faults: readonly Fault[] = [FAULT]) => pageOf({ ...REPORT, faults }, 'shop');

describe('the report of a proof', () => {
  it('is good if something was asked and nothing is wrong', () => {
    expect(isProven(REPORT)).toBe(true);
    expect(isProven({ ...REPORT, faults: [FAULT] })).toBe(false);
    expect(isProven({ ...REPORT, doors: [] })).toBe(false);
    expect(pageOf({ ...REPORT, doors: [] }, 'shop').verdict).toContain('Nothing was proven');
    expect(pageOf(REPORT, 'shop').verdict).toBe(
      'The service keeps the rules: 1,234 questions at 2 doors, no fault.',
    );
  });

  it('is not good with a mutant that nothing notices and nobody accepts', () => {
    const mutant = { key: 'k', name: 'rule `owner` dropped', model: 'Task', place: 'a.ts:9' };
    const killed = { ...mutant, killer: 'a test', seconds: 1 };
    const missed = { ...mutant, killer: null, seconds: 1 };
    const accepted = { ...missed, allowed: 'nobody owns a task' };
    expect(isProven({ ...REPORT, mutants: [killed, accepted] })).toBe(true);
    expect(isProven({ ...REPORT, mutants: [killed, missed] })).toBe(false);
    const text = asText(pageOf({ ...REPORT, mutants: [killed, missed, accepted] }, 'shop'));
    expect(text).toContain('Tests and sentences notice 1 of 3 mutants.');
    expect(text).toMatch(/no test of yours would miss it +a\.ts:9 +mutant: k +nobody owns a task/);
    expect(text).toMatch(/The service keeps the rules, but no test notices 1 mutant\.$/);
    const noticed = pageOf({ ...REPORT, mutants: [killed] }, 'shop');
    expect(asText(noticed)).toContain('Tests and sentences notice 1 of 1 mutant.');
  });

  it('keeps the proof where tests fail without a mutant, and is not good', () => {
    const report = { ...REPORT, failing: ['src/a.test.ts: adds', 'src/b.test.ts: saves'] };
    expect(isProven(report)).toBe(false);
    const text = asText(pageOf(report, 'shop'));
    expect(text).toContain(`
Mutants
  No mutant was tried, because these tests fail without any mutant. To see why, run: npm test
  test
  src/a.test.ts: adds
  src/b.test.ts: saves
`);
    expect(text).toMatch(
      /The service keeps the rules, but no mutant was tried, because 2 tests fail\.$/,
    );
    expect(text).toContain('1,200');
  });

  it('names the lines of access.allow that accept a mutant for nothing', () => {
    const stale = [{ line: 3, key: 'Task gone dropped', reason: 'the rules have no such mutant' }];
    const report = { ...REPORT, mutants: [], stale };
    expect(isProven(report)).toBe(true);
    expect(asText(pageOf(report, 'shop'))).toContain(`
Lines of access.allow that accept nothing
  line  mutant             reason
     3  Task gone dropped  the rules have no such mutant
`);
  });

  it('names the places of code past the rules', () => {
    const place = 'src/routes/reports.ts:9';
    const shown = { place, request: 'GET /reports/raw' };
    const told = asText(
      pageOf(
        {
          ...REPORT,
          sql: [{ ...shown, models: ['Task'], statement: 'SELECT id FROM task' }],
          system: [{ place: 'src/routes/reports.ts:12', model: null, request: null }],
        },
        'shop',
      ),
    );
    expect(told).toContain(`  ${place}  Task    GET /reports/raw  SELECT id FROM task`);
    expect(told).toContain('  src/routes/reports.ts:12  not called  SQL');
    expect(asText(pageOf(REPORT, 'shop'))).not.toContain('Uses of system');
  });

  it('ends with the verdict on a terminal', () => {
    expect(`\n${asText(pageOf(REPORT, 'shop'))}\n`).toBe(`
Not proven
  reason                      parts
  no door asks this endpoint  GET /task/report, POST /task/{id}/close

Worlds
  rows of  rule                  worlds  combinations
  Task     owner(created_by_id)       3  all

Doors
  door  questions  refused  models
  list      1,200      100       2
  get          34        9       1

commit    abc, with changes that are not committed
models    Task, Project
seed      7
database  SQLite
duration  3.2 s
crudgen   0.9.0

The service keeps the rules: 1,234 questions at 2 doors, no fault.
`);
  });

  it('shows on a terminal all that a fault needs', () => {
    const text = asText(broken());
    expect(text).toContain(`
  Task, list
    rule      src/models/task/task.access.ts:9
    who asks  Viewer (user 1, tenant 1)
    request   curl -d '{"a":"\`x\`"}' "$URL/task"
    expected  ids none
    answer    ids 7 <script>alert(1)</script> | *
    rows      Task {"id":7,"title":"A","created_by_id":null}
    also      3 answers of this kind
`);
    expect(text).toMatch(/\nThe service breaks the rules: 1 fault in 1,234 questions at 2 doors.$/);
  });

  it('calls the place of an endpoint of the project code, and not a rule', () => {
    const leak: Fault = { ...FAULT, origin: 'code', place: 'src/routes/reports.ts:4' };
    expect(asText(broken([leak]))).toContain('\n    code      src/routes/reports.ts:4\n');
  });

  it('tells of sentences that hold, that are broken, and that no world is about', () => {
    const [held, broken, silent] = SENTENCES;
    const pageWith = (...sentences: readonly SentenceResult[]) =>
      pageOf({ ...REPORT, sentences }, 'shop');
    expect(isProven({ ...REPORT, sentences: [held!] })).toBe(true);
    expect(isProven({ ...REPORT, sentences: [held!, broken!] })).toBe(false);
    expect(isProven({ ...REPORT, sentences: [silent!] })).toBe(false);
    expect(asText(pageWith(held!))).not.toContain('Broken');
    const text = asText(pageWith(...SENTENCES));
    expect(text).toContain(`
Sentences
  sentence                         result
  never: a Viewer edits Task       held in 1,204 worlds
  only: the owner reads Task       broken
  never: a Clerk reads Task.title  not proven: no such users and rows

Broken sentences
  only: the owner reads Task
    sentence  src/models/task/task.access.ts:8
    rule      src/models/task/task.access.ts:4:20
    who acts  Viewer (user 1, tenant 1)
    action    edit
    row       {"id":7,"created_by_id":2}
    becomes   {"id":7,"created_by_id":1}
`);
    expect(text).toMatch(
      /\nThe service keeps the rules, but 1 sentence about them does not hold, and 1 sentence about them is not proven.$/,
    );
  });

  it('keeps long lists of parts within the width of a terminal', () => {
    const many = Array.from({ length: 40 }, (_, at) => ({
      ...{ subject: `GET /task/report-${at}`, reason: 'no door asks this endpoint' },
    }));
    const lines = asText(pageOf({ ...REPORT, unproven: many }, 'shop')).split('\n');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(103);
    expect(lines.filter((line) => /GET$/.test(line))).toEqual([]);
  });

  it('is Markdown in which answers of the service stay text', () => {
    const text = asMarkdown(broken());
    expect(text).toContain('ids 7 \\<script\\>alert(1)\\</script\\> \\| \\*');
    expect(text).toContain('request:\n\n```\ncurl -d \'{"a":"`x`"}\' "$URL/task"\n```');
    expect(text).toContain('| list | 1,200 | 100 | 2 |');
    const ticks = { ...FAULT, request: 'curl ```' };
    expect(asMarkdown(broken([ticks]))).toContain('````\ncurl ```\n````');
  });

  it('is a page that loads nothing and runs nothing', () => {
    const page = asHtml(broken());
    expect(page).toContain('ids 7 &lt;script&gt;alert(1)&lt;/script&gt; | *');
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/<script|<link|<img|https?:|url\(/);
  });
});
