import { stampField, stampsOf } from '../../model/columns.js';
import { type App, type Field, type Model, presetOwners } from '../../model/model.js';
import type { Inverse } from '../../model/relations.js';
import { hasEntries, type Values } from '../code.js';
import { isLines, lineFields } from './lines.js';
import { onPages } from './login-fields.js';
import { isProduct, mainFields, totalsOf } from './main-fields.js';
import { orderWithin } from './own-order.js';
import { type CardPlace, showPlaces } from './show-places.js';
import {
  componentsOf,
  type Element,
  componentNames,
  otherImports,
  resourceOf,
  shownField,
  targetOf,
  withSum,
} from './shown-fields.js';

/** Records of another model on a page: the attributes of their list, and its columns. */
interface RelatedList {
  readonly props: Values;
  readonly columns: readonly Element[];
}

/** What the template of the page of one record is filled with, `show.tsx.ejs`. */
export function showView(app: App, model: Model, inverses: readonly Inverse[]) {
  const places = showPlaces(app, model);
  const detail = (field: Field) => shownField(app, field, 'Detail');
  const facts = places.facts.map(detail);
  const texts = places.texts.map(detail);
  const cards = places.cards.map((card) => cardView(app, card));
  const details = [
    ...places.details.map((field) => fold(detail(field), places.folded.includes(field))),
    ...stampsOf(model).map((source) => fold({ component: 'DatetimeDetail', props: { source } })),
  ];
  const lines = inverses.filter(isLines).map((inverse) => lineList(app, inverse));
  const others = inverses.filter((inverse) => !isLines(inverse));
  const related = others.map((inverse) => tabOf(app, inverse));
  const used = [
    ...['ShowPage', ...componentsOf([...facts, ...texts, ...details])],
    ...(texts.length > 0 ? ['Details'] : []),
    ...cards.flatMap(componentsIn),
    ...[...lines, ...related].flatMap(({ columns }) => componentsOf(columns)),
    ...(related.length > 0 ? ['RelatedTabs', 'RelatedTab'] : []),
  ];
  return {
    /** The components of `#ui` that the page uses. */
    imports: componentNames(used),
    /** The components of features. */
    others: otherImports(used),
    /** The field beside the title; undefined without one. */
    state: places.state?.name,
    facts,
    texts,
    cards,
    details,
    stamps: stampsView(model),
    /** The lines of the record. */
    lines,
    /** The lists of other records that refer to it, each in a tab. */
    related,
  };
}

const fold = (element: Element, isFolded = true): Element =>
  isFolded ? { ...element, props: { ...element.props, folded: true } } : element;

/** A card: its attributes, the card of what its record belongs to, and its facts. */
interface CardView {
  readonly props: Values;
  readonly owner: CardView | null;
  readonly facts: readonly Element[];
}

function cardView(app: App, { field, facts, owner }: CardPlace): CardView {
  const isCard = owner !== null && owner.facts.length > 0;
  // If only the name of the owner is known, it is a fact like any other.
  const shown = [...(owner && !isCard ? [owner.field] : []), ...facts];
  return {
    props: { source: field.name, reference: targetOf(app, field) },
    owner: isCard ? cardView(app, owner) : null,
    facts: shown.map((fact) => shownField(app, fact, 'Detail')),
  };
}

const componentsIn = ({ owner, facts }: CardView): readonly string[] => [
  ...['ReferenceCard', ...componentsOf(facts)],
  ...(owner ? componentsIn(owner) : []),
];

/** The fields that say when a record was made and changed, and by whom; undefined without any. */
function stampsView(model: Model): Values | undefined {
  const [by] = presetOwners(model);
  const stamps = {
    created: stampField(model, 'created') ?? undefined,
    updated: stampField(model, 'updated') ?? undefined,
  };
  return hasEntries(stamps) ? { ...stamps, by } : undefined;
}

/** A table has room for so many columns of a line. */
const LINE_COLUMNS = 7;

function lineList(app: App, inverse: Inverse): RelatedList {
  const { name, model } = inverse;
  const all = lineFields(inverse);
  const fields = mainFields({ ...onPages(model), fields: all }, LINE_COLUMNS);
  const products = totalsOf(all).filter(isProduct);
  return {
    props: {
      source: name,
      reference: resourceOf(model),
      // Columns of amounts say themselves that they have a sum.
      totals: products.length > 0 ? products : undefined,
    },
    columns: fields.map((field) => withSum(field, shownField(app, field, 'Column'))),
  };
}

/** A related list has room for a few columns. */
const RELATED_COLUMNS = 5;

function tabOf(app: App, { name, model, field }: Inverse): RelatedList {
  const shown = onPages(model);
  const others = { ...shown, fields: shown.fields.filter((other) => other !== field) };
  const chosen = mainFields(others.fields.length > 0 ? others : shown, RELATED_COLUMNS);
  const order = orderWithin(model, field);
  const props = {
    relation: name,
    reference: resourceOf(model),
    target: field.name,
    source: field.reference?.to,
    many: field.type === 'refs' ? true : undefined,
    sort: order ?? undefined,
  };
  return { props, columns: chosen.map((other) => shownField(app, other, 'Column')) };
}
