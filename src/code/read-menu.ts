import type { App, DashboardPlace, Model } from '../model/model.js';
import { usualPlace } from '../render/web/dashboard-place.js';
import type { Tree } from '../tree.js';
import { ownPagesIn } from './own-pages.js';
import { nodesIn, parseCode, typescript, type ts } from './typescript.js';

/** Models in the order of the menu, which its developer may change; those that are not in it come last. */
export function inMenuOrder(models: readonly Model[], files: Tree): readonly Model[] {
  const places = new Map(readMenu(files).map(({ model }, at) => [model, at]));
  const placeOf = ({ name }: Model): number => places.get(name) ?? places.size;
  return models.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** An app whose models have the places on the dashboard that the menu gives them, where these are not those chosen today. */
export function withPlaces(app: App, files: Tree): App {
  const places = new Map(readMenu(files).map(({ model, place }) => [model, place]));
  const models = app.models.map((model) => {
    const place = places.get(model.name);
    return place === undefined ? model : withOwnPlace(app, model, place);
  });
  return { ...app, models };
}

/** A model with this place on the dashboard, which is only remembered where another one would be chosen. */
export function withOwnPlace(app: App, model: Model, place: DashboardPlace): Model {
  const { place: old, ...rest } = model;
  if (place === usualPlace(app, rest)) return old === undefined ? model : rest;
  return place === old ? model : { ...rest, place };
}

/** What the menu says of a model; nothing of its place where that is not written as crudgen does. */
interface MenuEntry {
  /** The class of the model. */
  readonly model: string;
  readonly place: DashboardPlace | undefined;
}

/** The entries of `pages/resources.ts`, wherever that file is. */
function readMenu(files: Tree): readonly MenuEntry[] {
  const own = [...ownPagesIn(files)].filter(([, text]) => text.includes('AppResource[]'));
  return own.flatMap(([path, text]) => entriesIn(path, text));
}

/** The objects of a file that name a `model`. A file that has no place at all is from before there were any. */
function entriesIn(path: string, text: string): MenuEntry[] {
  const { isObjectLiteralExpression } = typescript();
  const hasPlaces = text.includes('dashboard');
  return nodesIn(parseCode(path, text)).flatMap((node) => {
    const model = isObjectLiteralExpression(node) ? propertyText(node, 'model') : null;
    if (!model) return [];
    const place = propertyText(node as ts.ObjectLiteralExpression, 'dashboard');
    return [{ model, place: hasPlaces && isPlace(place) ? place : undefined }];
  });
}

/** The text of a property; null without one, undefined where it is something else. */
function propertyText(object: ts.ObjectLiteralExpression, name: string): string | null | undefined {
  const { isPropertyAssignment, isStringLiteralLike } = typescript();
  const property = object.properties.find((one) => one.name?.getText() === name);
  if (property === undefined) return null;
  return isPropertyAssignment(property) && isStringLiteralLike(property.initializer)
    ? property.initializer.text
    : undefined;
}

const isPlace = (text: string | null | undefined): text is DashboardPlace =>
  text === 'first' || text === 'last' || text === null;
