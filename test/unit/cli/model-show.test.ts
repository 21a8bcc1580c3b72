import { expect, it } from 'vitest';
import { modelShow } from '../../../src/cli/commands/model-show.js';
import { useProject } from './project.js';

const project = useProject('conduit');

/** What the command prints of a model. */
async function shown(name: string): Promise<string> {
  const printed: string[] = [];
  const { terminal } = project.context();
  const print = (text: string) => void printed.push(text);
  await modelShow(project.context({ terminal: { ...terminal, print } }), name);
  return printed.join('\n');
}

it('names an integer id where models have other ids unless they say so', async () => {
  expect(await shown('Tag')).not.toContain('id:integer');
  project.edit('crudgen.json', (text) => text.replace('{', '{ "ids": "uuid",'));
  expect(await shown('Tag')).toContain('id:integer');
  expect(await shown('User')).not.toContain('id:integer');
});
