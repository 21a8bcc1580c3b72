import type { App, Field, Model } from '../../model/model.js';
import { compareText, titleCase } from '../../model/names.js';
import { type Inverse, referenceOf } from '../../model/relations.js';
import type { ModelNames } from '../model-names.js';
import { array, arrow, brokenObject, call, type Code, literal, SPREAD } from '../print/code.js';
import { printAssignment, printImport } from '../print/print-code.js';
import { cardCode, dashboardCards } from './dashboard-cards.js';
import { stampsOf } from './shown-fields.js';

/** Every page of a model with its file. */
const PAGES = { list: 'list', show: 'show', create: 'form', edit: 'form' };

/** The resource definition of a model in the back-office: its labels, its pages, and what a dashboard shows of it. */
export function resourceView(
  app: App,
  model: Model,
  names: ModelNames,
  inverses: readonly Inverse[],
) {
  const { file, variable } = names;
  const cards = dashboardCards(app, model);
  const pages = Object.entries(PAGES).map(([kind, name]) => {
    const exported = literal(names.class + titleCase(kind));
    const place = arrow('()', `import('./${file}.${name}')`);
    return [kind, call('page', place, exported)] as const;
  });
  const resource = brokenObject({
    [`...${variable}Facts`]: SPREAD,
    messages: messagesOf(model, inverses),
    dashboard: array(cards.map(cardCode)),
    ...Object.fromEntries(pages),
  });
  const builders = new Set(cards.map(({ kind }) => kind));
  return {
    imports: printImport(
      [...[...builders, 'page'].sort(compareText), 'type ModelDefinition'],
      '#ui',
    ),
    code: printAssignment(`export const ${variable}Resource: ModelDefinition`, resource),
  };
}

function messagesOf(model: Model, inverses: readonly Inverse[]) {
  return brokenObject({ fields: brokenObject(fieldTitles(model, inverses)) });
}

/** The labels of a model's fields and lists of related records. */
export function fieldTitles(model: Model, inverses: readonly Inverse[]): Record<string, Code> {
  return Object.fromEntries([
    ...model.fields.map((field) => [field.name, literal(fieldTitle(field))]),
    ...stampsOf(model).map((name) => [name, literal(titleCase(name))]),
    ...inverses.map(({ name }) => [name, literal(titleCase(name))]),
  ]);
}

function fieldTitle(field: Field): string {
  return titleCase(field.type === 'ref' ? referenceOf(field).relation : field.name);
}
