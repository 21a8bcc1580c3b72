import { inTurn, oneOf, oneOfFirst, turnOf, type Make } from '../scene.js';
import { sentence } from '../sentences.js';
import { COMPANIES } from '../subject.js';
import { entries, type Maker } from '../table.js';
import { COMPANY_WORDS, DEPARTMENTS } from '../words/people.js';
import * as texts from '../words/texts.js';
import { PERSON_NAMES } from './people.js';

/** The words of a list, in turn where they name the rows of a model, else at random. */
const named =
  (list: readonly string[], variants: readonly string[] = []): Maker<string> =>
  ({ role }) =>
    role === '' ? inTurn(list, variants) : oneOfFirst(list)();

const company: Maker<string> = ({ subject, role }) => {
  const make = subject.company(role === 'company' ? '' : role);
  return (scene) => make(scene).name;
};

const city: Maker<string> = ({ subject, role }) => {
  const place = subject.place(role);
  return (scene) => place(scene).town.city;
};

/** `Northgate`, `Riverside 2`: houses and rooms of which there are several. */
const houses = (kind: string): Maker<string> =>
  named(
    ['North', 'Central', 'South', 'Riverside', 'Station', 'Market', 'Harbour', 'Parkside'].map(
      (where) => `${where} ${kind}`,
    ),
  );

const numbered =
  (word: string, first: number): Maker<string> =>
  ({ role }) =>
  ({ number, dice }) =>
    `${word} ${role === '' ? first + number : first + dice.between(1, 12)}`;

const carName: Maker<string> =
  ({ subject }) =>
  (scene) => {
    const { maker: by, model } = subject.car(scene);
    return `${by.name} ${model}`;
  };

const made =
  (make: Make<string>): Maker<string> =>
  () =>
    make;

/** The goods that the project's trade sells and keeps. */
const goods: Maker<string> = (field) =>
  named(field.subject.trade.goods, field.subject.trade.variants)(field);

const kinds: Maker<string> = (field) => named(field.subject.trade.kinds)(field);
const work: Maker<string> = ({ subject }) => sentence(subject.trade.work);

/**
 * What things are called, by their kind: for the `name` of a model, for `product_name` and for a text `product` in another
 * model.
 */
export const NAMES = [
  ...entries<string>({
    'category|categorie|group|section|area|speciality|specialty|specialization|expertise|discipline|subject_area|ward|topic|theme|sector|industry|genre|type_of_work':
      kinds,
    'project|initiative|programme|program|campaign|milestone': named(
      texts.PROJECTS,
      texts.PROJECT_VARIANTS,
    ),
    'team|squad|crew|shift': named(texts.TEAMS),
    'department|division': named(DEPARTMENTS),
    'tag|keyword|label': named(texts.TAGS),
    'plan|tier|package|subscription|membership|tariff': named(texts.PLANS),
    'event|conference|festival|meetup|show|exhibition': named(texts.EVENTS),
    'vehicle|car|truck|van|bike': carName,
    'manufacturer|brand|maker': named(texts.BRANDS),
    'carrier|courier|shipper|shipping_(?:method|provider)': named(texts.CARRIERS),
    bank: named(texts.BANKS),
    'colou?r|paint|hair_colou?r|eye_colou?r': named(texts.COLORS),
    'unit|uom|unit_of_measure|measure': named(texts.UNITS),
    'size|shirt_size|shoe_size|format': named(texts.SIZES),
    'material|fabric': named(texts.MATERIALS),
    'language|native_language|mother_tongue': named(texts.LANGUAGES),
    'city|town|location|destination|place|region|district|branch|municipality|village|venue_city':
      city,
    'warehouse|depot|storage': houses('Warehouse'),
    'building|house|property|site|facility|campus|venue|hall|shop_location': houses('House'),
    'hotel|hostel|resort': houses('Hotel'),
    'restaurant|bar|cafe': houses('Kitchen'),
    'school|university|college|academy': houses('School'),
    'library|clinic|hospital|practice|pharmacy|studio_room': houses('Clinic'),
    'room|class_?room|meeting_room|office': numbered('Room', 100),
    'table|desk|seat|court|lane': numbered('Table', 0),
    'apartment|flat|rental_unit': numbered('Apartment', 0),
    'book|novel': made(({ faker }) => faker.book.title()),
    'film|movie|video|episode|series|play': made(({ faker }) => faker.book.title()),
    'song|track|tune': made(({ faker }) => faker.music.songName()),
    'album|record|playlist': made(({ faker }) => faker.music.album()),
    'band|singer|musician': made(({ faker }) => faker.music.artist()),
    'dish|meal|recipe|menu_item|food|snack': made(({ faker }) => faker.food.dish()),
    'ingredient|spice': made(({ faker }) => faker.food.ingredient()),
    dog: made(({ faker }) => faker.animal.petName()),
    'pet|animal|cat|horse|cow': made(({ faker }) => faker.animal.petName()),
    'species|animal_type': made(({ faker }) => faker.animal.type()),
    breed: made(({ faker }) => faker.animal.dog()),
    airport: made(({ faker }) => faker.airline.airport().name),
    airline: made(({ faker }) => faker.airline.airline().name),
    'plant|flower|crop|tree_species': oneOf([
      'Lavender',
      'Rosemary',
      'Tomato',
      'Sunflower',
      'Apple',
      'Oak',
      'Birch',
      'Carrot',
      'Wheat',
      'Maize',
    ]),
    'course|class|lesson|training|workshop|seminar|module|curriculum|exam': goods,
    'payment_method|method_of_payment': named(texts.PAYMENT_METHODS),
    'channel|source|lead_source|medium|origin_channel': named(texts.CHANNELS),
    'reason|cancellation_reason': named(texts.REASONS),
    month: named(texts.MONTHS),
    'weekday|day_of_week|day': named(texts.WEEKDAYS),
    'product|item|article|good|part|component|spare_part|material_item|device|equipment|machine|tool|asset|device_model|instrument|medicine|sample|stock_item|order_item|order_line|invoice_line|line|inventory':
      goods,
    'service|treatment|procedure|job|task|activity|work_order|assignment|todo|action|step|check|order':
      work,
  }),
  ...PERSON_NAMES,
  ...entries<string>({ [COMPANIES]: company }),
];

/** A name for anything: `Silver Birch`, `Millbrook 2`. */
export const someName: Make<string> = (() => {
  const turn = turnOf(COMPANY_WORDS);
  return (scene) => {
    const { item, round } = turn(scene);
    return round === 0 ? item : `${item} ${round + 1}`;
  };
})();
