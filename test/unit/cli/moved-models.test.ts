import { mkdirSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import { endpointAdd } from '../../../src/cli/commands/endpoint-add.js';
import { renameWholeModel } from '../../../src/cli/commands/model-rename.js';
import { partAdd } from '../../../src/cli/commands/part-add.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { type Moves, relocateTree } from '../../../src/refactor/relocate.js';
import { renderExample } from '../../golden/example.js';
import { useProject } from './project.js';

const rendered = renderExample('task-manager');
const project = useProject(rendered);
const OLD = 'src/models/task';
const NEW = 'src/models/core/task';

let files = rendered;

beforeEach(async () => {
  files = rendered;
  const own = [...rendered.keys()].filter((path) => path.startsWith(`${OLD}/`));
  await move(new Map(own.map((path) => [path, path.replace(OLD, NEW)])));
});

/** Moves files with all imports of them, as an editor does. */
async function move(moves: Moves) {
  mkdirSync(`${project.root()}/${NEW}`, { recursive: true });
  const before = files;
  files = relocateTree(files, moves);
  for (const [path, text] of files) if (before.get(path) !== text) project.write(path, text);
  for (const path of moves.keys()) project.remove(path);
  expect(await sync(project.context(), {})).toBe(0);
}

it.each(['hooks', 'rules'] as const)('%s stand beside a moved entity', async (kind) => {
  expect(await partAdd(project.context(), kind, 'Task')).toBe(0);
  expect(project.read(`${NEW}/task.${kind}.ts`)).toContain("from './task.model.js'");
  expect(project.files(OLD)).toEqual([]);
  expect(project.read('src/models/models.gen.ts')).toContain(`'./core/task/task.${kind}.js'`);
});

it('hooks import an entity from the file that it was moved to', async () => {
  await move(new Map([[`${NEW}/task.model.ts`, 'src/models/core/work.ts']]));
  expect(await partAdd(project.context(), 'hooks', 'Task')).toBe(0);
  expect(project.read('src/models/core/task.hooks.ts')).toContain("from './work.js'");
});

it('the test of an endpoint imports the test service from where it is', async () => {
  const options = { action: 'edit' };
  expect(await endpointAdd(project.context(), 'Task', 'POST', '/:id/x', options)).toBe(0);
  const test = project.read(`${NEW}/x-task.test.ts`);
  expect(test).toContain("from '../../../../test/test-service.js'");
});

it('a renamed model keeps its hooks where it is', async () => {
  expect(await partAdd(project.context(), 'hooks', 'Task')).toBe(0);
  const args = ['model', 'rename', 'Task', 'Errand'];
  expect(
    await renameWholeModel(project.context({ args }), 'Task', 'Errand', { dropData: false }),
  ).toBe(0);
  const hooks = project.read(`${NEW}/task.hooks.ts`);
  expect(hooks).toContain('export const errandHooks = defineHooks(Errand, {');
  expect(hooks).toContain("from './task.model.js'");
  expect(project.files('src/models')).not.toContain('errand');
});
