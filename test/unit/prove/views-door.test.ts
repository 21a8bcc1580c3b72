import { expect, it } from 'vitest';
import { views } from '../../../templates/features/views/engine/views/views-feature.js';
import type { Project } from '../../../templates/service/engine/service/project.js';
import * as tools from '../../../templates/service/engine/tools/index.js';
import { DOORS } from '../../../templates/tools/prove/doors/index.js';
import { proveDoors } from '../../../templates/tools/prove/prove.js';
import { FEATURES, projectOf } from './every-feature.js';

/** What the models of the project need. */
const OF_MODELS = FEATURES.filter(({ name }) => ['lines', 'sums'].includes(name));

/** The faults of the door of saved views, if a service has this feature in place of it. */
async function faultsOf(feature: typeof views) {
  const project: Project = projectOf({}, [...OF_MODELS, feature]);
  const { faults } = await proveDoors({
    ...{ tools, project, url: 'sqlite::memory:', seed: 1 },
    doors: DOORS.filter(({ name }) => name === 'views'),
    choose: (all) => all.slice(0, 1),
  });
  return faults;
}

it('saved views are found to be those of whoever asks alone', async () => {
  expect(await faultsOf(views)).toEqual([]);
});

it('an endpoint that shows the views of others is found', async () => {
  const open: typeof views = {
    ...views,
    endpoints: {
      ...views.endpoints!,
      add(app, parts, own) {
        app.get('/_views', async (_request, response) => {
          const all = { name: 'all_views', sql: 'SELECT name FROM saved_view' };
          response.json(await parts.database.read((session) => session.rows(all, [])));
        });
        views.endpoints!.add(app, parts, own);
      },
    },
  };
  expect((await faultsOf(open)).length).toBeGreaterThan(0);
});
