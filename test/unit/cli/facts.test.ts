import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { doctor } from '../../../src/cli/commands/doctor.js';
import {
  addModelFields,
  removeModelField,
  renameModelField,
} from '../../../src/cli/commands/model-fields.js';
import { removeWholeModel, renameWholeModel } from '../../../src/cli/commands/model-rename.js';
import { partAdd } from '../../../src/cli/commands/part-add.js';
import { restore } from '../../../src/cli/commands/restore.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { undo } from '../../../src/cli/commands/undo.js';
import { upgrade } from '../../../src/cli/commands/upgrade.js';
import { readTree } from '../../../src/disk/read-tree.js';
import { brokenImports } from '../../../src/refactor/broken-imports.js';
import { useProject } from './project.js';

const project = useProject('task-manager');
const PAGES = 'web/src/pages/task';
const RESOURCE = `${PAGES}/task.resource.ts`;
const FACTS = `${PAGES}/task.facts.gen.ts`;
const CHART = `${PAGES}/task.chart.ts`;
const SHOWN = "fields: taskFields.filter(({ source }) => source !== 'description'),";

const files = () => readTree(project.root(), new Set(['.crudgen']));
const there = (path: string) => existsSync(join(project.root(), path));
const said = (code: string) => project.said().filter((one) => one.code === code);
/** Every import leads somewhere, and nothing is left to do. */
async function expectSound() {
  expect(brokenImports(files())).toEqual([]);
  expect(await doctor(project.context())).toBe(0);
}

describe('the facts of a model whose developer has their own in the resource file', () => {
  beforeEach(() => {
    project.edit(RESOURCE, (text) =>
      text
        .replace('{ taskFacts }', '{ taskFacts, taskFields }')
        .replace("title: 'Title'", "title: 'What to do'")
        .replace(/\};\n$/, `  ${SHOWN}\n};\n`),
    );
    project.write(
      CHART,
      "import { taskFields } from './task.facts.gen';\n\nexport const count = taskFields.length;\n",
    );
  });

  it('have a new field, and the resource file only its label', async () => {
    const before = files();
    expect(await addModelFields(project.context(), 'Task', ['rank:integer'], {})).toBe(0);
    expect(project.read(FACTS)).toContain("{ source: 'rank', type: 'integer' },");
    const own = before.get(RESOURCE)!;
    const label = "parent_task_id: 'Parent task',\n";
    expect(project.read(RESOURCE)).toBe(own.replace(label, `${label}      rank: 'Rank',\n`));
    await expectSound();
    expect(await undo(project.context())).toBe(0);
    expect(files()).toEqual(before);
  });

  it('have a field by its new name; where its developer has the old one is said', async () => {
    const rename = { dropData: false };
    expect(
      await renameModelField(project.context(), 'Task', 'description', 'details', rename),
    ).toBe(0);
    expect(project.read(FACTS)).toContain("{ source: 'details', type: 'text' },");
    expect(project.read(RESOURCE)).toContain("details: 'Details',");
    expect(project.read(RESOURCE)).toContain(SHOWN);
    expect(said('old-name')).toMatchObject([
      { help: expect.stringMatching(/^see web\/src\/pages\/task\/task\.resource\.ts:\d+$/) },
    ]);
    expect(brokenImports(files())).toEqual([]);
  });

  it('are without a removed field', async () => {
    const options = { dropData: true };
    expect(await removeModelField(project.context(), 'Task', 'due_date', options)).toBe(0);
    for (const path of [FACTS, RESOURCE]) expect(project.read(path)).not.toContain('due_date');
    expect(project.read(RESOURCE)).toContain(SHOWN);
    await expectSound();
  });

  it('follow the entity by sync', async () => {
    project.edit('src/models/task/task.model.ts', (text) =>
      text.replace("['todo', 'in_progress', 'done']", "['todo', 'late', 'done']"),
    );
    const before = project.read(RESOURCE);
    expect(await sync(project.context(), {})).toBe(0);
    expect(project.read(FACTS)).toContain("values: ['todo', 'late', 'done']");
    expect(project.read(RESOURCE)).toBe(before);
    await expectSound();
  });

  it('go with a renamed model, by its name, in all that imports them', async () => {
    const before = files();
    expect(
      await renameWholeModel(
        project.context({ args: ['model', 'rename', 'Task', 'Errand'] }),
        'Task',
        'Errand',
        { dropData: false },
      ),
    ).toBe(0);
    expect(there(PAGES)).toBe(false);
    const pages = 'web/src/pages/errand';
    expect(project.read(`${pages}/errand.facts.gen.ts`)).toContain('export const errandFacts');
    expect(project.read(`${pages}/errand.facts.gen.ts`)).not.toMatch(/\btasks?(?!_)|\btask[A-Z]/);
    const resource = project.read(`${pages}/errand.resource.ts`);
    expect(resource).toContain("import { errandFacts, errandFields } from './errand.facts.gen';");
    expect(resource).toContain(SHOWN.replace('taskFields', 'errandFields'));
    expect(project.read(`${pages}/task.chart.ts`)).toContain(
      "import { errandFields } from './errand.facts.gen';",
    );
    await expectSound();
    expect(await undo(project.context())).toBe(0);
    expect(files()).toEqual(before);
  });

  it('have the rules of the service', async () => {
    const before = project.read(RESOURCE);
    expect(await partAdd(project.context(), 'rules', 'Task')).toBe(0);
    expect(project.read(FACTS)).toContain(
      "import { taskRules } from '../../../../src/models/task/task.rules.js';",
    );
    expect(project.read(FACTS)).toContain('  rules: taskRules,\n};');
    expect(project.read(RESOURCE)).toBe(before);
    await expectSound();
  });

  it('are nothing that an upgrade asks about', async () => {
    const before = files();
    expect(await upgrade(project.context())).toBe(0);
    expect(files()).toEqual(before);
  });
});

describe('the facts of a removed model', () => {
  const remove = (keep: boolean) =>
    removeWholeModel(project.context(), 'Task', { dropData: true, keep });

  it('go with it, and come back by undo; an import of them is named', async () => {
    project.write('web/src/own.ts', "export { taskFields } from './pages/task/task.facts.gen';\n");
    const before = files();
    expect(await remove(false)).toBe(0);
    expect(there(PAGES)).toBe(false);
    expect(said('lost-import')).toMatchObject([{ help: 'see web/src/own.ts:1' }]);
    expect(await undo(project.context())).toBe(0);
    expect(files()).toEqual(before);
  });

  it('stay with the pages that are kept', async () => {
    const before = project.files(PAGES);
    expect(await remove(true)).toBe(0);
    expect(project.files(PAGES)).toEqual(before);
  });
});

describe('a file of facts', () => {
  it('is gone with the pages that its developer deleted, whatever the entity becomes', async () => {
    rmSync(join(project.root(), PAGES), { recursive: true });
    project.edit('web/src/pages/resources.ts', (text) =>
      text.replace(/ {2}\{\n {4}name: 'task'[^]*?\n {2}\},\n/, ''),
    );
    expect(await addModelFields(project.context(), 'Task', ['rank:integer'], {})).toBe(0);
    expect(await sync(project.context(), {})).toBe(0);
    expect(await upgrade(project.context())).toBe(0);
    expect(there(PAGES)).toBe(false);
    await expectSound();
  });

  it('that was edited by hand is not rewritten, and put back by restore', async () => {
    const before = project.read(FACTS);
    project.edit(FACTS, (text) => text.replace("type: 'text'", "type: 'json'"));
    const edited = files();
    expect(await addModelFields(project.context(), 'Task', ['rank:integer'], {})).toBe(1);
    expect(files()).toEqual(edited);
    expect(await restore(project.context(), FACTS)).toBe(0);
    expect(project.read(FACTS)).toBe(before);
  });

  it('that was deleted is written again by sync', async () => {
    const before = project.read(FACTS);
    project.remove(FACTS);
    expect(await sync(project.context(), {})).toBe(0);
    expect(project.read(FACTS)).toBe(before);
  });
});
