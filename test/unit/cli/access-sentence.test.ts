import { expect, it } from 'vitest';
import { accessSentence } from '../../../src/cli/commands/access-sentence.js';
import { doctor } from '../../../src/cli/commands/doctor.js';
import { removeModelField, renameModelField } from '../../../src/cli/commands/model-fields.js';
import type { Refusal } from '../../../src/problem.js';
import { openProject } from '../../../src/project/open/open-project.js';
import { sentencesOf } from '../../../src/project/open/project-sentences.js';
import { useProject } from './project.js';

const project = useProject('task-manager');
const FILE = 'src/models/task/task.access.ts';
const NEVER = 'never: a Viewer deletes Task';
const ONLY = 'only: an Admin edits Task.description';

const change = (sentences: readonly string[], options = {}) =>
  accessSentence(
    project.context({ args: ['access', 'sentence', 'Task', ...sentences] }),
    'Task',
    sentences,
    options,
  );
const problemsOf = (sentences: readonly string[], options = {}) =>
  change(sentences, options).then(
    () => [],
    ({ problems }: Refusal) => problems,
  );

it('sentences are added to the access file of a model, and removed from it', async () => {
  expect(await change([NEVER])).toBe(0);
  const [, list] = / {2}(sentences: \[[^]*?\]),\n/.exec(project.read(FILE)) ?? [];
  expect(list).toBe(`sentences: ['${NEVER}']`);
  expect(project.read('src/models/models.gen.ts')).toContain('taskAccess');
  project.edit(FILE, (text) =>
    text.replace(`['${NEVER}']`, `['${NEVER}', 'never: anybody deletes Task']`),
  );
  expect(await change([ONLY, NEVER])).toBe(0);
  const text = project.read(FILE);
  for (const one of [NEVER, 'never: anybody deletes Task', ONLY])
    expect(text).toContain(`'${one}'`);
  expect(await change([ONLY])).toBe(0);
  expect(project.read(FILE)).toBe(text);
  expect(await change([NEVER, ONLY], { remove: true })).toBe(0);
  expect(project.read(FILE)).toMatch(/sentences: \['never: anybody deletes Task'\]/);
});

it('mistakes are refused with their place', async () => {
  expect(await problemsOf(['never: a Viewer deltes Task'])).toMatchObject(
    [{ code: 'bad-sentence', at: { file: 'argv', column: 31 }, help: /write `deletes`/ }].map(
      (one) => ({ ...one, help: expect.stringMatching(one.help) as string }),
    ),
  );
  expect(await problemsOf([NEVER], { remove: true })).toMatchObject([
    { code: 'unknown-sentence', help: 'there are none' },
  ]);
  await change([NEVER]);
  expect(await problemsOf(['never: a Viewer deletes Tasks'], { remove: true })).toMatchObject([
    { code: 'unknown-sentence', help: `did you mean \`${NEVER}\`?` },
  ]);
});

it('sentences follow the names of fields', async () => {
  await change([NEVER, ONLY]);
  expect(await renameModelField(project.context(), 'Task', 'description', 'about', {})).toBe(0);
  expect(project.read(FILE)).toContain("'only: an Admin edits Task.about'");
  expect(await removeModelField(project.context(), 'Task', 'about', { dropData: true })).toBe(0);
  expect(project.read(FILE)).toContain(`sentences: ['${NEVER}']`);
});

it('sentences that developers write are read with their lines; doctor names mistakes', async () => {
  await change([NEVER]);
  project.edit(FILE, (text) =>
    text.replace(`['${NEVER}']`, `['${NEVER}', 'never: a Viewer reads Task.titel']`),
  );
  const line =
    project
      .read(FILE)
      .split('\n')
      .findIndex((one) => one.includes(NEVER)) + 1;
  const {
    project: { app, mine },
  } = await openProject(project.root());
  const { sentences, problems } = sentencesOf(app, mine);
  expect(sentences).toMatchObject([{ text: NEVER, place: `${FILE}:${line}`, model: 'Task' }]);
  expect(problems).toMatchObject([
    { code: 'bad-sentence', at: { file: FILE, line }, help: 'did you mean `title`?' },
  ]);
  project.said().length = 0;
  await doctor(project.context());
  expect(project.said()).toContainEqual(
    expect.objectContaining({ code: 'bad-sentence', severity: 'warning' }),
  );
});

it('sentences about users stand in the access file of users', async () => {
  const sentence = 'never: a Viewer edits User.email';
  expect(await accessSentence(project.context(), 'User', [sentence], {})).toBe(0);
  const file = 'src/models/user/user.access.ts';
  expect(project.read(file)).toContain(`sentences: ['${sentence}']`);
  const text = project.read(file);
  expect(text).toContain('Admin: [');
  expect(await accessSentence(project.context(), 'User', [sentence], { remove: true })).toBe(0);
  expect(project.read(file)).not.toContain('entences');
});
