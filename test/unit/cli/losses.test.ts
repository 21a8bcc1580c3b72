import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { removeModelField, renameModelField } from '../../../src/cli/commands/model-fields.js';
import { removeWholeModel } from '../../../src/cli/commands/model-rename.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { upgrade } from '../../../src/cli/commands/upgrade.js';
import type { Context } from '../../../src/cli/context.js';
import { readTree } from '../../../src/disk/read-tree.js';
import type { Choice } from '../../../src/plan/plan.js';
import type { Problem } from '../../../src/problem.js';
import { renderProject } from '../../../src/render/render-project.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { MADE_AT, templates } from '../../golden/example.js';
import { useProject } from './project.js';

const SPEC = `models:
  Project: { fields: { name: 'string:required' } }
  Task: { fields: { title: 'string:required', due: date, phone: string, project: 'ref=Project:as=tasks' } }
`;
const rendered = renderProject(appOfSpec('app', SPEC, { features: ['containers'] }), {
  templates: templates(),
  now: MADE_AT,
  secret: 'x'.repeat(43),
});
/** What follows from the models is enough of a project here. */
const project = useProject(
  new Map(
    [...rendered].filter(([path]) =>
      /^(src\/models\/|src\/database\/migrations\/|[^/]+\.json$)/.test(path),
    ),
  ),
);
const MODEL = 'src/models/task/task.model.ts';
const TEST = 'src/models/task/task.test.ts';
const FLAGS = [null, 'mine', 'theirs', 'mark'] as const;

/** A column that its owner took out by hand. */
const withoutPhone = () =>
  project.edit(MODEL, (text) => text.replace(/\n {2}@Column\([^\n]*\n {2}phone!:[^\n]*\n/, ''));
/** A line whose owner changed what the command takes away. */
const ownPhone = () => project.edit(TEST, (text) => text.replace("'another phone'", "'555 0101'"));

type Options = { dropData?: boolean };
type Command = [edit: () => void, run: (context: Context, options: Options) => Promise<number>];

/** Every command that can make the database forget something, with an edit that is in its way. */
const COMMANDS: Record<string, Command> = {
  'model remove-field': [
    ownPhone,
    (context, options) => removeModelField(context, 'Task', 'phone', options),
  ],
  'model remove': [
    () =>
      project.edit('src/models/project/project.model.ts', (text) =>
        text.replace('(task) => task.project', '$&, { eager: true }'),
      ),
    (context, options) => removeWholeModel(context, 'Task', options),
  ],
  sync: [() => (withoutPhone(), ownPhone()), sync],
  'model rename-field, once that is done by hand': [
    () => {
      project.edit(MODEL, (text) => text.replace('due!:', 'day!:'));
      withoutPhone();
      ownPhone();
    },
    (context, options) => renameModelField(context, 'Task', 'due', 'day', options),
  ],
};

const tree = () => readTree(project.root(), new Set());

/** Puts a project back as it was. */
async function reset(before: ReadonlyMap<string, string>): Promise<void> {
  const now = tree();
  for (const path of now.keys()) if (!before.has(path)) rmSync(join(project.root(), path));
  for (const [path, text] of before) {
    if (now.get(path) === text) continue;
    mkdirSync(dirname(join(project.root(), path)), { recursive: true });
    project.write(path, text);
  }
}

/** What a command comes to under a flag: its exit code, and the codes of all that it says. */
async function outcome(
  run: Command[1],
  side: Choice | null,
  options: Options,
): Promise<{ exit: number; said: string[] }> {
  project.said().length = 0;
  const onConflict = side && new Map([[null, side]]);
  const exit = await run(project.context({ onConflict }), options).catch(
    (error: { exitCode: number; problems: Problem[] }) => {
      project.said().push(...error.problems);
      return error.exitCode;
    },
  );
  return { exit, said: project.said().map(({ code }) => code) };
}

describe.each(Object.entries(COMMANDS))('data under `%s`', (_, [edit, run]) => {
  it('is asked for whatever --on-conflict says', async () => {
    edit();
    const before = tree();
    for (const side of FLAGS) {
      const { exit, said } = await outcome(run, side, {});
      expect(said, side ?? 'none').toContain('loses-data');
      expect(exit, side ?? 'none').toBe(1);
      expect(tree(), side ?? 'none').toEqual(before);
    }
  });

  it('goes with --drop-data, and only then where conflicts are settled', async () => {
    edit();
    const before = tree();
    for (const side of FLAGS) {
      const { exit, said } = await outcome(run, side, { dropData: true });
      expect(said, side ?? 'none').toContain('loses-data');
      expect(exit, side ?? 'none').toBe(side === null || side === 'mark' ? 3 : 0);
      if (side === null) expect(tree()).toEqual(before);
      else expect(project.migration(), side).toMatch(/drop(Column|Table)\(/);
      await reset(before);
    }
  });
});

it('an upgrade drops nothing that its owner took out', async () => {
  withoutPhone();
  ownPhone();
  for (const side of FLAGS) {
    await outcome((context) => upgrade(context), side, {});
    expect(project.files('src/database/migrations').join()).not.toContain('phone');
  }
});
