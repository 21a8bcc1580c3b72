import { oneOfFirst, turnOf, type Make } from '../scene.js';
import { entries, type Maker } from '../table.js';
import { CURRENCY_NAMES, NATIONS, type Nation } from '../words/nations.js';
import { CAR_COLORS } from '../words/vehicles.js';

const VEHICLES = 'vehicle|car|truck|van';

const carModel: Maker<string> =
  ({ subject }) =>
  (scene) =>
    subject.car(scene).model;
const carMaker: Maker<string> =
  ({ subject }) =>
  (scene) =>
    subject.car(scene).maker.name;

const nation = (tell: (nation: Nation) => string): Maker<string> => {
  const turn = turnOf(NATIONS);
  return () => (scene) => tell(turn(scene).item);
};

const currency = (part: 'code' | 'name' | 'symbol'): Maker<string> => {
  const turn = turnOf(CURRENCY_NAMES);
  return () => (scene) => turn(scene).item[part];
};

const made =
  (make: Make<string>): Maker<string> =>
  () =>
    make;

/** Fields that mean something else, or something narrower, in models of a certain kind. */
export const BY_MODEL = [
  ...entries<string>(
    {
      'model|model_name|type': carModel,
      'make|brand|manufacturer': carMaker,
      'colou?r': oneOfFirst(CAR_COLORS),
      'fuel|fuel_type|engine': oneOfFirst(['petrol', 'diesel', 'electric', 'hybrid']),
      'transmission|gearbox': oneOfFirst(['manual', 'automatic']),
      'body|body_type|body_style': oneOfFirst(['hatchback', 'estate', 'saloon', 'SUV', 'van']),
    },
    VEHICLES,
  ),
  ...entries<string>({
    '(?<=car|vehicle)_model': carModel,
    '(?<=car|vehicle)_(?:make|brand)': carMaker,
  }),
  ...entries<string>(
    {
      '^(?:name|title)': nation(({ name }) => name),
      'code_?3|iso_?3|alpha_?3': nation(({ code3 }) => code3),
      'code|iso|iso_?(?:code|2)|code_?2|alpha_?2|short_name': nation(({ code }) => code),
      'currency|currency_code': nation(({ currency: money }) => money),
    },
    'country|nation',
  ),
  ...entries<string>(
    {
      '^(?:name|title)': currency('name'),
      'code|iso|iso_code|short_name': currency('code'),
      'symbol|sign': currency('symbol'),
    },
    'currency',
  ),
  ...entries<string>(
    {
      'author|writer': made(({ faker }) => faker.book.author()),
      'publisher|publishing_house': made(({ faker }) => faker.book.publisher()),
      'genre|category': made(({ faker }) => faker.book.genre()),
      'format|binding|cover_type': oneOfFirst(['Paperback', 'Hardcover', 'E-book', 'Audiobook']),
    },
    'book|novel|publication',
  ),
  ...entries<string>(
    {
      'artist|singer|band|performer|composer': made(({ faker }) => faker.music.artist()),
      'genre|style': made(({ faker }) => faker.music.genre()),
    },
    'song|track|album|record|artist|playlist',
  ),
  ...entries<string>(
    {
      'species|animal|kind|type': oneOfFirst(['dog', 'cat', 'rabbit', 'guinea pig', 'parrot']),
      breed: made(({ faker }) => faker.animal.dog()),
    },
    'pet|animal|dog|cat',
  ),
];
