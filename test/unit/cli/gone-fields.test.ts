import { expect, it } from 'vitest';
import { doctor } from '../../../src/cli/commands/doctor.js';
import {
  addModelFields,
  removeModelField,
  renameModelField,
} from '../../../src/cli/commands/model-fields.js';
import { renameWholeModel } from '../../../src/cli/commands/model-rename.js';
import { useProject } from './project.js';

const LIST = 'web/src/pages/task/task.list.tsx';
const project = useProject('task-manager');

/** What `doctor` says of fields that are gone. */
async function told() {
  const before = project.said().length;
  await doctor(project.context());
  return project
    .said()
    .slice(before)
    .filter(({ code }) => code === 'old-name')
    .map(({ message, help }) => `${message}: ${help}`);
}

const lineOf = (path: string, text: string) =>
  project
    .read(path)
    .split('\n')
    .findIndex((line) => line.includes(text)) + 1;

it('a page that shows a removed field is reported as long as it does', async () => {
  project.edit(LIST, (text) =>
    text
      .replace('</ListPage>', '  <Badge source="description" />\n    </ListPage>')
      .replace('const HIDDEN = [', "const HIDDEN = [...['description'],"),
  );
  expect(await told()).toEqual([]);
  const dropData = true;
  expect(await removeModelField(project.context(), 'Task', 'description', { dropData })).toBe(0);
  const places = ["...['description']", '<Badge source='].map(
    (text) => `${LIST}:${lineOf(LIST, text)}`,
  );
  const said = [
    `your own code still uses \`description\` of \`Task\` in 2 places: see ${places.join(', ')}`,
  ];
  expect(await told()).toEqual(said);
  expect(await told()).toEqual(said);
  expect(await addModelFields(project.context(), 'Task', ['description:text'], {})).toBe(0);
  expect(await told()).toEqual([]);
});

it('so is one that shows a renamed field of a renamed model', async () => {
  project.edit(LIST, (text) =>
    text.replace('</ListPage>', '  <Badge of={{ source: "title" }} />\n    </ListPage>'),
  );
  expect(await renameModelField(project.context(), 'Task', 'title', 'caption', {})).toBe(0);
  expect(await renameWholeModel(project.context(), 'Task', 'Errand', {})).toBe(0);
  const list = 'web/src/pages/errand/errand.list.tsx';
  expect(await told()).toEqual([
    `your own code still uses \`title\` of \`Errand\` in one place: see ${list}:${lineOf(list, '<Badge')}`,
  ]);
  project.edit(list, (text) => text.replace('source: "title"', 'source: "caption"'));
  expect(await told()).toEqual([]);
});
