import type { Dice } from '../dice.js';
import type { Scene } from '../scene.js';
import type { Place } from '../subject.js';
import { entries, type Maker } from '../table.js';

/** A text about the place that the field's role names. */
const place =
  (tell: (place: Place, scene: Scene) => string): Maker<string> =>
  ({ subject, role }) => {
    const make = subject.place(role);
    return (scene) => tell(make(scene), scene);
  };

/** A template with a digit for each `#` and a letter for each `A`. */
export const filled = (template: string, dice: Dice): string =>
  template.replace(/[#A]/g, (mark) =>
    mark === '#' ? String(dice.below(10)) : LETTERS[dice.below(LETTERS.length)]!,
  );

/** Letters that nobody mistakes for digits. */
const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ';

function streetOf({ country }: Place, { dice }: Scene): string {
  const number = 1 + Math.floor(dice.low() * 180);
  const street = dice.pick(country.streets);
  return country.numberFirst ? `${number} ${street}` : `${street} ${number}`;
}

/** The address on one line, with the town. */
function addressOf(found: Place, scene: Scene): string {
  const { country, town } = found;
  const zip = filled(town.zip, scene.dice);
  const city =
    country.code === 'US' ? `${town.city}, ${town.region} ${zip}` : `${zip} ${town.city}`;
  return `${streetOf(found, scene)}, ${city}`;
}

/** The rest of an address is in fields of its own, or is not. */
const address: Maker<string> = (field) => {
  const { subject, role } = field;
  const prefix = role === '' ? '' : `${role}_`;
  const isSplit = subject.named(`${prefix}city`) ?? subject.named(`${prefix}town`);
  return place(isSplit ? streetOf : addressOf)(field);
};

const phone = place(({ town }, { dice }) => filled(town.phone, dice));

/** What belongs to an address. */
export const PLACES = entries<string>({
  'phone|telephone|mobile|cell|tel|fax|phone_?number|mobile_number|fax_number|tel_number': phone,
  'birth_?place|place_of_birth|home_town': place(({ town }) => town.city),
  'city|town|municipality|destination|origin': place(({ town }) => town.city),
  'country_?code|nation_code': place(({ country }) => country.code),
  'country|nation': place(({ country }) => country.name),
  'zip|zip_?code|post_?code|postal_?code|plz': place(({ town }, { dice }) =>
    filled(town.zip, dice),
  ),
  'street|street_(?:address|line|name)|address_line_?1|line_?1': place(streetOf),
  'address_line_?2|line_?2|address_2|suite':
    () =>
    ({ dice }) =>
      `${dice.pick(['Apt', 'Suite', 'Floor'])} ${dice.between(1, 24)}`,
  'house_(?:number|no)|street_(?:number|no)':
    () =>
    ({ dice }) =>
      String(dice.between(1, 180)),
  'address|location_address|venue_address': address,
  'region|province|county|federal_state': place(({ town }) => town.region),
  // Not that of an order.
  '(?<=^|(?:ship|billing|shipping|mailing|postal|home|address|birth)_)state': place(
    ({ town }) => town.region,
  ),
  'time_?zone|tz': place(({ town }) => town.zone),
});
