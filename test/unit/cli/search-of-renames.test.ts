import { expect, it } from 'vitest';
import { renameModelField } from '../../../src/cli/commands/model-fields.js';
import type { SearchConfig } from '../../../src/spec/search-config.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { useProject } from './project.js';

const FILE = 'config/search.json';
const project = useProject('task-manager');

const rename = (model: string, from: string, to: string) =>
  renameModelField(project.context(), model, from, to, { dropData: false });
const list = (models: string[], fields: string[]) =>
  project.write(FILE, JSON.stringify({ models, fields }));
const listed = () => (JSON.parse(project.read(FILE)) as SearchConfig).fields;
const said = () => project.said().filter(({ code }) => code === 'search-fields');

it('a renamed field is searched by its new name, and its old one stays for the models that have it', async () => {
  list(['Task', 'Project'], ['title', 'description']);
  expect(await rename('Task', 'description', 'summary')).toBe(0);
  expect(listed()).toEqual(['title', 'description', 'summary']);
  expect(said()).toMatchObject([
    { message: `${FILE} lists both \`summary\` and \`description\`, which \`Project\` still has` },
  ]);
});

it('a name that no searched model has any more goes', async () => {
  list(['Task'], ['description', 'title']);
  expect(await rename('Task', 'description', 'summary')).toBe(0);
  expect(listed()).toEqual(['summary', 'title']);
  expect(said()).toEqual([]);
});

it('a field of a model that is not searched leaves the others as they are', async () => {
  list(['Project'], ['description']);
  expect(await rename('Task', 'description', 'summary')).toBe(0);
  expect(listed()).toEqual(['description']);
  expect(said()).toEqual([]);
});

it('what was renamed in the entities is searched by its new name', async () => {
  list(['Task'], ['title', 'description']);
  const path = 'src/models/task/task.model.ts';
  project.edit(path, (text) => text.replace('description!:', 'summary!:'));
  expect(await sync(project.context(), { rename: ['task.description:summary'] })).toBe(0);
  expect(listed()).toEqual(['title', 'summary']);
  // The column keeps its name.
  project.edit(path, (text) =>
    text.replace(
      /@Column\('text', \{([^}]*)\}\)\n(\s+)summary!:/,
      "@Column('text', {$1, name: 'summary' })\n$2about!:",
    ),
  );
  expect(await sync(project.context(), {})).toBe(0);
  expect(listed()).toEqual(['title', 'about']);
});
