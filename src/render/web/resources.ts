import { lineField } from '../../model/lines.js';
import { hasCompositeKey, isKeyless, type KeyType, keyTypeOf } from '../../model/keys.js';
import { compareText } from '../../model/names.js';
import type { App, Model } from '../../model/model.js';
import type { Draft } from '../draft.js';
import { modelNames } from '../model-names.js';
import { draftOf, type Templates } from '../template.js';
import { dashboardPlace } from './dashboard-place.js';
import { menuCount } from './overdue.js';
import { iconsOf } from './icons.js';
import { isOfPeople, portraitOf, portraitUser } from './people.js';
import { modelLabel, resourceOf } from './shown-fields.js';

/** `pages/resources.ts`: every model by its name, label, icon and place on the dashboard, in the order of the app. */
export function resourcesFile(app: App, models: readonly Model[], templates: Templates): Draft {
  const icons = iconsOf(models.map(({ name }) => name));
  return draftOf(templates, 'registries/resources.ts.ejs', {
    icons: [...new Set(icons.values())].sort(compareText),
    models: models.map((model) => ({ ...viewEntry(app, model), icon: icons.get(model.name) })),
  });
}

const viewEntry = (app: App, model: Model) => ({
  ...modelNames(model),
  resource: resourceOf(model),
  label: modelLabel(model),
  group: menuGroup(app.models, model),
  isOfPeople: isOfPeople(model),
  portrait: portraitOf(model),
  portraitUser: portraitUser(model),
  place: dashboardPlace(app, model),
  overdue: menuCount(app, model),
  key: keyOfPages(app, model),
  isKeyless: isKeyless(model),
  isReadOnly: model.readOnly ?? false,
});

/** The type of the ids of a model in JSON; undefined for integers. */
function keyOfPages(app: App, model: Model): string | undefined {
  const { type } = hasCompositeKey(model) ? TEXT : keyTypeOf(app, model.name);
  return type === 'integer' ? undefined : type;
}

/** An id that is made up of several fields. */
const TEXT: KeyType = { type: 'string' };

/** The heading of a model in the menu: lines without a heading get the heading of their record, or they would head the menu. */
function menuGroup(models: readonly Model[], model: Model): string | undefined {
  const record = lineField(model)?.reference?.model;
  const others = models.filter((one) => one !== model);
  const parent = others.find(({ name }) => name === record);
  return model.group ?? (parent && menuGroup(others, parent));
}
