import { compareText } from '../../model/names.js';
import type { Model } from '../../model/model.js';
import { namesOf } from '../model-names.js';
import { arrow, brokenObject, call, type Code, literal, optional, raw } from '../print/code.js';
import { listFile } from '../render-registry.js';
import { iconOf } from './icons.js';
import { modelLabel, resourceOf } from './shown-fields.js';

/** `pages/resources.ts`: every model by its name, label and icon; sorted by class, so that two branches that each add a model merge. */
export function resourcesFile(models: readonly Model[]): string {
  const all = [...models].sort((one, other) => compareText(one.name, other.name));
  const icons = [...new Set(all.map(({ name }) => iconOf(name)))].sort(compareText);
  const imports = [
    ...icons.map((icon) => `import ${iconVariable(icon)} from '@mui/icons-material/${icon}';`),
    `import { type AppResource${all.length > 0 ? ', definition' : ''} } from '#ui';`,
  ];
  const about = 'Every model in the menu; what else there is of one comes with its pages.';
  return listFile(imports, about, 'resources: readonly AppResource[]', all.map(entryOf));
}

function entryOf(model: Model): Code {
  const { file, variable } = namesOf(model);
  const place = arrow('()', `import('./${file}/${file}.resource')`);
  return brokenObject({
    name: literal(resourceOf(model)),
    model: literal(model.name),
    label: literal(modelLabel(model)),
    group: optional(model.group),
    icon: raw(iconVariable(iconOf(model.name))),
    load: call('definition', place, literal(`${variable}Resource`)),
  });
}

const iconVariable = (icon: string): string => `${icon}Icon`;
