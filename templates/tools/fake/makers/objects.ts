import type { Make } from '../scene.js';
import { entries, lookUp, type Field, type Maker } from '../table.js';
import { COLORS, MATERIALS, TAGS } from '../words/texts.js';

/** Some of a list. */
const some =
  (list: readonly string[]): Maker<unknown> =>
  () =>
  ({ dice }) => {
    const first = dice.below(list.length);
    return Array.from({ length: dice.between(1, 3) }, (_, at) => list[(first + at) % list.length]);
  };

const address: Maker<unknown> = ({ subject }) => {
  const place = subject.place();
  return (scene) => {
    const { country, town } = place(scene);
    const street = `${scene.dice.between(1, 120)} ${scene.dice.pick(country.streets)}`;
    return { street, city: town.city, country: country.code };
  };
};

/** JSON values, by the words that end the name of a field. */
const OBJECTS = entries<unknown>({
  'tag|label|keyword|categorie': some(TAGS),
  'colou?r': some(COLORS),
  'role|permission|scope': some(['read', 'write', 'admin']),
  'setting|preference|option|config|configuration|prefs':
    () =>
    ({ dice }) => ({
      theme: dice.pick(['light', 'dark']),
      language: dice.early(['en', 'de', 'fr']),
      notifications: dice.chance(0.7),
    }),
  'attribute|propertie|spec|specification|feature|dimension':
    () =>
    ({ dice }) => ({
      color: dice.early(COLORS),
      material: dice.early(MATERIALS),
      weight: dice.between(1, 80) / 10,
    }),
  address,
  'coordinate|location|geo|position': ({ subject }) => {
    const place = subject.place();
    return (scene) => {
      const { latitude, longitude } = place(scene).town;
      return { latitude, longitude };
    };
  },
  'opening_hour|hour|schedule':
    () =>
    ({ dice }) => ({
      weekdays: [`0${dice.between(7, 9)}:00`, `${dice.between(17, 20)}:00`],
      saturday: dice.chance(0.6) ? ['09:00', '13:00'] : null,
    }),
});

/** What came with a row from elsewhere. */
const metadata: Make<unknown> = ({ dice, number }) => ({
  source: dice.early(['form', 'import', 'api']),
  reference: 1000 + number,
});

/** The values of a JSON field. */
export const objectMaker = (field: Omit<Field, 'role'>): Make<unknown> =>
  lookUp(OBJECTS, field) ?? metadata;
