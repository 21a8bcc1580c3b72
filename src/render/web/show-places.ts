import { BUILT_IN } from '../../model/built-in.js';
import { labelFields } from '../../model/label.js';
import {
  type App,
  type Field,
  isOwnReference,
  type Model,
  presetOwners,
  ruleFields,
} from '../../model/model.js';
import { isSelfReference } from '../../model/relations.js';
import { isState } from './dashboard-place.js';
import { onPages } from './login-fields.js';
import { kindsOf } from './main-fields.js';
import { DUE } from './own-order.js';
import { isUser, personField } from './person-field.js';
import { isPhone } from './shown-fields.js';

/** What of a record is asked first: so many facts stand below its title. */
const FACTS = 3;
/** The number of facts of another record that say enough of it. */
const CARD_FACTS = 2;
/** The types whose values are long to read, or to look at. */
const LONG: readonly Field['type'][] = ['text', 'json', 'bytes'];

/** A record that a reference leads to: its facts, and the record that it belongs to itself. */
export interface CardPlace {
  readonly field: Field;
  readonly of: Model;
  readonly facts: readonly Field[];
  readonly owner: CardPlace | null;
}

/** The place of each field on the page of a record. */
export interface ShowPlaces {
  readonly state: Field | null;
  readonly facts: readonly Field[];
  readonly texts: readonly Field[];
  readonly cards: readonly CardPlace[];
  /** All others, in the order of the model. */
  readonly details: readonly Field[];
  /** The details that say nothing new: parts of the title, and what the service keeps for itself. */
  readonly folded: readonly Field[];
}

/** Chooses a place for each field, by its type and name. */
export function showPlaces(app: App, model: Model): ShowPlaces {
  const state = model.fields.find(isState) ?? null;
  const titles = titleFields(model);
  const texts = model.fields.filter((field) => isLong(field) && !titles.includes(field));
  const asked = factsOf(model, [state, ...titles, ...texts]);
  const cards = model.fields
    .filter((field) => isCard(model, field))
    .flatMap((field) => cardOf(app, model, field) ?? []);
  // A line that says only what the card beside it says is left out.
  const facts = asked.every((field) => cards.some((card) => card.field === field)) ? [] : asked;
  const shown = new Set<Field | null>([
    ...[state, ...texts, ...facts],
    ...cards.map(({ field }) => field),
  ]);
  const details = model.fields.filter((field) => !shown.has(field));
  const system = ruleFields(model, 'tenant');
  const folded = details.filter((one) => titles.includes(one) || system.includes(one.name));
  return { state, facts, texts, cards, details, folded };
}

/** What a card of a record says below its label, beside a field that is told elsewhere: when, how much, of whom, and who does it. */
export function cardFields(app: App, model: Model, told: Field): readonly Field[] {
  const asked = factsOf(model, [told, ...titleFields(model), ...model.fields.filter(isLong)]);
  // Records of one tenant are seen together: its name is the same on all cards.
  const isKnown = (field: Field) => field.name === told.name || isOwnReference(model, field);
  const person = model.fields.find(
    (field) => !isKnown(field) && (isUser(field) || personField(app, field)),
  );
  return [...new Set(asked.concat(person ?? []))];
}

/** References that stand at an entry of a calendar, and all that does. */
const ENTRY_REFERENCES = 3;
const ENTRY_FACTS = 4;

/** What an entry of a calendar says below its label: whose it is first, then what else it leads to, and what a card says of it. */
export function entryFields(app: App, model: Model, told: readonly Field[]): readonly Field[] {
  const known = [...told, ...labelFields(model)];
  const rest = model.fields.filter((one) => !known.includes(one) && !isOwnReference(model, one));
  const [, , , references = []] = kindsOf(model, rest);
  const leading = references.filter((one) => isCard(model, one)).slice(0, ENTRY_REFERENCES);
  const asked = told.slice(0, 1).flatMap((field) => cardFields(app, model, field));
  const others = asked.filter((field) => rest.includes(field));
  return [...new Set([...leading, ...others])].slice(0, ENTRY_FACTS);
}

/** The fields that the title of a record says already; a reference in it leads on to its record. */
const titleFields = (model: Model): readonly Field[] =>
  labelFields(model).filter(({ type }) => !['ref', 'refs'].includes(type));

const isLong = ({ type, values }: Field): boolean => LONG.includes(type) && values.length === 0;

/** What is due, how much it is, and whose; then what lists are looked through by, and how somebody is reached. */
function factsOf(model: Model, told: readonly (Field | null)[]): readonly Field[] {
  const rest = model.fields.filter((field) => !told.includes(field));
  const [, dates = [], amounts = [], references = [], others = []] = kindsOf(model, rest);
  const due = dates.find(({ name }) => DUE.test(name)) ?? dates[0];
  const owner = references.find((one) => !isSelfReference(model, one) && !isBuiltInRef(one));
  const asked = [due, amounts[0], owner, others[0], ...contactsOf(rest)];
  return [...new Set(asked.flatMap((field) => field ?? []))].slice(0, FACTS);
}

/** A telephone number, and an address. */
const contactsOf = (fields: readonly Field[]): readonly Field[] => {
  const open = fields.filter(({ read }) => read === null);
  return [open.find(isPhone), open.find(({ format }) => format === 'email')].flatMap(
    (field) => field ?? [],
  );
};

const isBuiltInRef = ({ reference }: Field): boolean =>
  BUILT_IN[reference?.model ?? ''] !== undefined;

/** Records above of the same kind, and people who sign in, are told by their names alone. */
const isCard = (model: Model, field: Field): boolean =>
  field.type === 'ref' && !isSelfReference(model, field) && !isBuiltInRef(field);

/** The card of what a field refers to; null where its label says it all. */
function cardOf(app: App, model: Model, field: Field): CardPlace | null {
  const found = app.models.find(({ name }) => name === field.reference?.model);
  if (found === undefined) return null;
  const of = onPages(found);
  const facts = cardFacts(of);
  const owner = ownerOf(app, of, model);
  return facts.length > 0 || owner !== null ? { field, of, facts, owner } : null;
}

/** How it is reached, or else how far it has come and when it is due. */
function cardFacts(of: Model): readonly Field[] {
  const state = of.fields.find(isState);
  const titles = titleFields(of);
  const contacts = contactsOf(of.fields.filter((field) => !titles.includes(field)));
  if (contacts.length > 0) return contacts;
  const [date, amount] = factsOf(of, [state ?? null, ...titles]).filter(
    ({ type }) => type !== 'ref',
  );
  return [state, date, amount].flatMap((field) => field ?? []).slice(0, CARD_FACTS);
}

/** What a record belongs to, with how that is reached: plain where it belongs to one other record, and to none of this page's. */
function ownerOf(app: App, of: Model, model: Model): CardPlace | null {
  const owners = of.fields.filter(
    (field) =>
      field.required &&
      isCard(of, field) &&
      !presetOwners(of).includes(field.name) &&
      field.reference?.model !== model.name,
  );
  const [field] = owners;
  const found = app.models.find(({ name }) => name === field?.reference?.model);
  if (field === undefined || found === undefined || owners.length > 1) return null;
  const owner = onPages(found);
  const titles = titleFields(owner);
  const facts = contactsOf(owner.fields.filter((one) => !titles.includes(one))).slice(0, 1);
  return { field, of: owner, facts, owner: null };
}
