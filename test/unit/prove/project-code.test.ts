import { describe, expect, it } from 'vitest';
import type { ModelInfo } from '../../../templates/service/engine/model/model-info.js';
import type { Project } from '../../../templates/service/engine/service/project.js';
import * as tools from '../../../templates/service/engine/tools/index.js';
import { projectCode } from '../../../templates/tools/prove/service/project-code.js';

class Task {}
const model = { name: 'Task', prefix: 'task', entity: Task, table: 'task' } as unknown as ModelInfo;

/** The generated endpoints for which a GET endpoint of the project at this path answers. */
function ownBeside(path: string): readonly string[] {
  const routes = { routes: [{ method: 'get', path }] };
  const code = projectCode({ models: [{ entity: Task, routes }] } as unknown as Project, tools, [
    model,
  ]);
  return (['list', 'show', 'figures'] as const).filter((read) => code.isOwn(model, read));
}

describe('the endpoints that a project has in place of generated ones', () => {
  it.each([
    ['/', ['list', 'figures']],
    ['/:slug', ['show']],
    ['/*rest', ['list', 'show', 'figures']],
    ['/_aggregate', ['figures']],
    ['/late', []],
    ['/:id/lines', []],
  ])('%s stands for %j', (path, expected) => {
    expect(ownBeside(path)).toEqual(expected);
  });
});
