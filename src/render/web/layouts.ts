import { layoutOf } from '../../model/layouts.js';
import {
  type App,
  type Field,
  type Layout,
  LAYOUT_KINDS,
  type LayoutOptions,
  type Model,
} from '../../model/model.js';
import { hasEntries, type Values } from '../code.js';
import { amountOf } from './dashboard-cards.js';
import { isState } from './dashboard-place.js';
import { placeWithin } from './own-order.js';
import { cardFields, entryFields } from './show-places.js';

/** The layouts of a list, each a call of the function of its feature, as the resource file has them. */
export function layoutViews(app: App, model: Model) {
  return LAYOUT_KINDS.flatMap((kind) => {
    const layout = layoutOf(model, kind);
    if (layout === undefined) return [];
    const { to } = layout;
    const options: Values = { to, ...(layout.shown ?? chosen(app, model, layout)) };
    return [{ kind, field: layout.field, options: hasEntries(options) ? options : undefined }];
  });
}

/** What the records of a column may come to, where nothing is billed yet: it is no figure of the dashboard. */
const EXPECTED = /(^|_)(estimate|value|worth)$/;

/** The numbers that the columns of a board add up. */
const addedUp = (model: Model): string | undefined =>
  (amountOf(model) ?? model.fields.find(isExpected))?.name;

const isExpected = ({ name, type, read }: Field): boolean =>
  type === 'decimal' && EXPECTED.test(name) && read?.length !== 0;

/** What a new layout shows of the records. */
function chosen(app: App, model: Model, layout: Layout): LayoutOptions {
  const field = model.fields.find(({ name }) => name === layout.field)!;
  if (layout.kind === 'calendar') return chosenForCalendar(app, model, field, layout.to);
  const sum = addedUp(model);
  const fields = cardFields(app, model, field).map((one) => one.name);
  const place = placeWithin(model, field);
  const isFree = place !== null && !place.unique && !model.unique.flat().includes(place.name);
  return {
    ...(sum && { sum }),
    ...(fields.length > 0 && { fields }),
    ...(isFree && { place: place.name }),
  };
}

function chosenForCalendar(app: App, model: Model, from: Field, to?: string): LayoutOptions {
  const state = model.fields.find(isState);
  const end = model.fields.find(({ name }) => name === to);
  const told = [from, end, state].flatMap((field) => field ?? []);
  const fields = entryFields(app, model, told).map(({ name }) => name);
  return { ...(state && { state: state.name }), ...(fields.length > 0 && { fields }) };
}
