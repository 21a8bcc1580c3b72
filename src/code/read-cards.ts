import { isDeepStrictEqual } from 'node:util';
import {
  type App,
  type Card,
  CARD_KINDS,
  type CardFilter,
  type CardValue,
  type JsonValue,
  type Model,
} from '../model/model.js';
import { modelNames } from '../render/model-names.js';
import { usualCards } from '../render/web/dashboard-cards.js';
import type { Tree } from '../tree.js';
import { NO_IMPORTS } from './imports.js';
import { readResourceLists } from './read-resource.js';
import { readStatic, toJson } from './static-value.js';
import { typescript, type ts } from './typescript.js';

/** An app whose models have the cards of their resource files, where these are not those that would be chosen today. */
export function withCards(app: App, files: Tree): App {
  const cardsOf = readCards(files);
  const models = app.models.map((model) => {
    const cards = cardsOf(model);
    return cards == null ? model : withOwnCards(app, model, cards);
  });
  return { ...app, models };
}

/** A model with these cards, which are only remembered where others would be chosen. */
export function withOwnCards(app: App, model: Model, cards: readonly Card[]): Model {
  const { dashboard: old, ...rest } = model;
  if (isDeepStrictEqual(cards, usualCards(app, rest))) return old === undefined ? model : rest;
  return isDeepStrictEqual(cards, old) ? model : { ...rest, dashboard: cards };
}

/**
 * The cards in the resource file of a model, as far as they are written as crudgen does; null where there is something else in
 * place of their list, undefined without the file.
 */
export function readCards(files: Tree): (model: Model) => readonly Card[] | null | undefined {
  const lists = readResourceLists(files, 'dashboard', cardIn);
  return (model) => lists.get(`${modelNames(model).variable}Resource`);
}

/** The card of a call such as `bars('status')`; none of an expression of the developer's. */
function cardIn(node: ts.Expression): readonly Card[] {
  if (!typescript().isCallExpression(node)) return [];
  const kind = CARD_KINDS.find((one) => one === node.expression.getText());
  const [field, options = {}] = node.arguments.map((one) => toJson(readStatic(one, NO_IMPORTS)));
  if (kind === undefined || typeof field !== 'string' || !isObject(options)) return [];
  const { sum, filter, done, title } = options;
  return [
    {
      kind,
      field,
      ...(typeof sum === 'string' && { sum }),
      ...(isFilter(filter) && { filter }),
      ...(isFilter(done) && { done }),
      ...(typeof title === 'string' && { title }),
    },
  ];
}

type JsonObject = { readonly [key: string]: JsonValue };

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isFilter = (value: JsonValue | undefined): value is CardFilter =>
  isObject(value) &&
  Object.values(value).every((one) => isPlain(one) || (Array.isArray(one) && one.every(isPlain)));

const isPlain = (value: unknown): value is CardValue =>
  ['string', 'number', 'boolean'].includes(typeof value);
