import { compareText } from '../../model/names.js';
import type { App, Model } from '../../model/model.js';
import { namesOf } from '../model-names.js';
import { arrow, brokenObject, call, type Code, literal, optional, raw } from '../print/code.js';
import { listFile } from '../render-registry.js';
import { dashboardPlace } from './dashboard-place.js';
import { iconOf } from './icons.js';
import { modelLabel, resourceOf } from './shown-fields.js';

/** `pages/resources.ts`: every model by its name, label, icon and place on the dashboard, in the order of the app. */
export function resourcesFile(app: App, models: readonly Model[]): string {
  const icons = [...new Set(models.map(({ name }) => iconOf(name)))].sort(compareText);
  const imports = [
    ...icons.map((icon) => `import ${iconVariable(icon)} from '@mui/icons-material/${icon}';`),
    `import { type AppResource${models.length > 0 ? ', definition' : ''} } from '#ui';`,
  ];
  const about =
    'Every model, in the order of the menu, which is yours to change; what else there is of one comes with its pages.';
  const entries = models.map((model) => entryOf(app, model));
  return listFile(imports, about, 'resources: readonly AppResource[]', entries);
}

function entryOf(app: App, model: Model): Code {
  const { file, variable } = namesOf(model);
  const place = arrow('()', `import('./${file}/${file}.resource')`);
  return brokenObject({
    name: literal(resourceOf(model)),
    model: literal(model.name),
    label: literal(modelLabel(model)),
    group: optional(model.group),
    icon: raw(iconVariable(iconOf(model.name))),
    dashboard: optional(dashboardPlace(app, model)),
    load: call('definition', place, literal(`${variable}Resource`)),
  });
}

const iconVariable = (icon: string): string => `${icon}Icon`;
