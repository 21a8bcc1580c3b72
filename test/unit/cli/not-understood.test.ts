import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accessShow } from '../../../src/cli/commands/access.js';
import { doctor } from '../../../src/cli/commands/doctor.js';
import { changeModelField } from '../../../src/cli/commands/model-change-field.js';
import { addModelFields, removeModelField } from '../../../src/cli/commands/model-fields.js';
import { modelList } from '../../../src/cli/commands/model-list.js';
import { diff, sync } from '../../../src/cli/commands/sync.js';
import type { Context } from '../../../src/cli/context.js';
import { JsonTerminal } from '../../../src/cli/json-terminal.js';
import { Refusal, type Problem } from '../../../src/problem.js';
import { partAdd } from '../../../src/cli/commands/part-add.js';
import { useProject } from './project.js';

const ORDER = 'src/models/order/order.model.ts';
const LINE = 'src/models/order-line/order-line.model.ts';
const SHOW = 'web/src/pages/order/order.show.tsx';
const project = useProject('orders');

/** What a command says on the way. */
async function told(command: (context: Context) => Promise<unknown>) {
  const { terminal, ...rest } = project.context();
  let printed = '';
  const print = (text: string) => void (printed += `${text}\n`);
  const code = await command({ ...rest, terminal: { ...terminal, print } });
  const problems = project.said().splice(0);
  return { code, printed, codes: problems.map(({ code: one }) => one), problems };
}

/** What a command refuses with. */
async function refused(command: Promise<unknown>): Promise<readonly Problem[]> {
  const error: unknown = await command.then(() => null).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Refusal);
  return (error as Refusal).problems;
}

describe('a column under a decorator of the developer`s own', () => {
  it('is never dropped, and is theirs to change', async () => {
    project.edit(ORDER, (text) =>
      text
        .replace(
          "@Column('varchar', { length: 40, unique: true })\n  number",
          '@UniqueText()\n  number',
        )
        .replace(
          '@Model(',
          "const UniqueText = () => Column('varchar', { length: 40, unique: true });\n\n@Model(",
        ),
    );
    const { code, printed, problems } = await told((context) => sync(context, {}));
    expect([code, printed]).toEqual([0, expect.stringContaining('nothing to change')]);
    expect(problems).toMatchObject([
      { code: 'unreadable-member', severity: 'warning', at: { file: ORDER, line: 23 } },
    ]);
    expect(await addModelFields(project.context(), 'Order', ['rank:integer'], {})).toBe(0);
    expect(project.migration()).not.toContain('number');
    expect(project.read('web/src/pages/order/order.form.tsx')).toContain('source="number"');
    const removal = removeModelField(project.context(), 'Order', 'number', { dropData: true });
    expect(await refused(removal)).toMatchObject([{ code: 'unreadable-member' }]);
    const change = changeModelField(project.context(), 'Order', ['number:max=20'], {});
    expect(await refused(change)).toMatchObject([{ code: 'unreadable-member' }]);
  });
});

describe('a primary key that the service cannot go by', () => {
  it('stops sync, is said by all others, and by doctor as an error', async () => {
    const key = '@PrimaryGeneratedColumn({ default: 7 })';
    project.edit(LINE, (text) => text.replace('@PrimaryGeneratedColumn()', key));
    const [problem, ...more] = await refused(sync(project.context(), {}));
    expect(more).toEqual([]);
    expect(problem).toMatchObject({ code: 'primary-key', at: { file: LINE } });
    expect(await told((context) => diff(context, {}))).toMatchObject({
      code: 0,
      codes: ['primary-key'],
    });
    const found = await told(doctor);
    expect([found.code, found.codes[0]]).toEqual([1, 'primary-key']);
    expect(await addModelFields(project.context(), 'Order', ['rank:integer'], {})).toBe(0);
  });
});

describe('a column that says no type', () => {
  it('stops sync, is said by all others, and by doctor as an error', async () => {
    project.edit(LINE, (text) =>
      text.replace(
        '  id!: number;',
        '  id!: number;\n\n  @Column({ nullable: true })\n  color?: string;',
      ),
    );
    const [problem, ...more] = await refused(sync(project.context(), {}));
    expect(more).toEqual([]);
    expect(problem).toMatchObject({ code: 'column-type', at: { file: LINE } });
    const shown = await told((context) => diff(context, {}));
    expect([shown.code, shown.codes]).toEqual([0, ['column-type']]);
    const found = await told(doctor);
    expect([found.code, found.codes[0]]).toEqual([1, 'column-type']);
  });
});

describe('a model that nobody can read', () => {
  const broken: Readonly<Record<string, readonly [string, () => void]>> = {
    'with a syntax error': [
      'syntax-error',
      () => project.edit(LINE, (text) => text.replace('class OrderLine {', 'class OrderLine {{')),
    ],
    'with markers of git': [
      'markers',
      () =>
        project.edit(LINE, (text) =>
          text.replace('  id!: number;', '<<<<<<< ours\n  id!: number;\n=======\n>>>>>>> theirs'),
        ),
    ],
    'and a folder in its place': [
      'unreadable-file',
      () => {
        rmSync(join(project.root(), LINE));
        mkdirSync(join(project.root(), LINE));
      },
    ],
  };

  it.each(Object.entries(broken))(
    '%s stops what writes, and is left out where only is read',
    async (_, [code, breakIt]) => {
      breakIt();
      const show = project.read(SHOW);
      const [problem, ...more] = await refused(
        addModelFields(project.context(), 'Order', ['rank:integer'], {}),
      );
      expect([problem?.code, more]).toEqual([code, []]);
      expect(problem?.message).toContain(LINE);
      if (code !== 'unreadable-file')
        expect(problem?.at).toMatchObject({
          file: LINE,
          column: 1 + +(code === 'syntax-error') * 24,
        });
      expect(await refused(sync(project.context(), { dropData: true }))).toHaveLength(1);
      expect(project.read(SHOW)).toBe(show);

      const shown = await told((context) => diff(context, {}));
      expect(shown).toMatchObject({ code: 0, codes: [code] });
      expect(shown.printed).toContain('nothing to change');
      expect(shown.problems[0]?.help).toContain(
        'crudgen skips the file and uses its models as crudgen last wrote them',
      );
      const terminal = new JsonTerminal();
      await diff(project.context({ json: true, terminal }), {});
      expect(JSON.parse(terminal.document(0))).toMatchObject({
        changes: [],
        problems: [{ code, severity: 'warning' }],
        left_out: [LINE],
      });
      const found = await told(doctor);
      expect(found.code).toBe(1);
      expect(found.codes.filter((one) => one !== 'not-installed')).toEqual([code]);
      const list = await told((context) => modelList(context) as Promise<unknown>);
      expect(list.printed).toContain('OrderLine');
      expect(list.problems).toMatchObject([{ code, severity: 'warning' }]);
    },
  );

  it('is told apart from a file of another kind', async () => {
    expect(await partAdd(project.context(), 'access', 'Order')).toBe(0);
    project.edit('src/models/order/order.access.ts', (text) => `${text}\n}`);
    expect(await refused(sync(project.context(), {}))).toMatchObject([{ code: 'syntax-error' }]);
    const matrix = await told((context) => accessShow(context, undefined) as Promise<unknown>);
    expect(matrix.codes).toEqual(['syntax-error']);
    expect(matrix.printed).toContain('Order');
  });
});
