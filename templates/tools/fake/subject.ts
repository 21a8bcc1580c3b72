import type { ColumnInfo } from '../../service/engine/fields/column-info.js';
import type { ModelInfo } from '../../service/engine/model/model-info.js';
import { lifecycleOf, type Lifecycle } from './lifecycle.js';
import { oncePerRow, type Make } from './scene.js';
import { endingWith, snakeCase } from './table.js';
import { COMPANY_KINDS, COMPANY_WORDS, FAMILIES, FEMALE, MALE } from './words/people.js';
import { COUNTRIES, type Country, type Town } from './words/places.js';
import type { Trade } from './words/trade.js';
import { MAKERS } from './words/vehicles.js';

export interface Person {
  readonly first: string;
  readonly last: string;
  readonly female: boolean;
}

export interface Company {
  readonly name: string;
  /** The domain, whose top-level domain nobody can own. */
  readonly domain: string;
}

export interface Place {
  readonly country: Country;
  readonly town: Town;
}

/** What somebody is called whose name is that of a person. */
export const PERSONS =
  'accountant|adviser|advisor|agent|analyst|applicant|apprentice|architect|artist|assignee|assistant|attendee|author|' +
  'babysitter|baker|barber|buyer|candidate|captain|caregiver|carpenter|cashier|chef|clerk|client|coach|colleague|' +
  'consultant|contact|contact_person|cook|courier_driver|craftsman|creator|customer|dentist|designer|developer|' +
  'dispatcher|doctor|driver|electrician|employee|engineer|estimator|farmer|firefighter|foreman|full_name|gardener|' +
  'guest|hairdresser|inspector|instructor|joiner|journalist|lawyer|lead|lecturer|manager|mechanic|' +
  'member|mentor|midwife|nanny|nurse|officer|operator|optician|organi[sz]er|owner|painter|participant|passenger|patient|' +
  'people|person|pharmacist|photographer|physician|pilot|player|plumber|principal|professor|psychologist|pupil|' +
  'recipient|referee|relative|reporter|representative|requester|researcher|reviewer|roofer|sailor|salesperson|scientist|' +
  'secretary|seller|sender|shipwright|signatory|skipper|smith|speaker|staff|student|stylist|subscriber|supervisor|' +
  'surgeon|surveyor|teacher|technician|tenant_name|therapist|trainee|trainer|translator|tutor|user|vet|' +
  'veterinarian|visitor|volunteer|waiter|welder|witness|worker|writer';

/** What an organisation is called. */
export const COMPANIES =
  'account|agency|business|carrier_company|company|companie|distributor|employer|firm|franchise|insurer|landlord|lab|' +
  'laboratory|organi[sz]ation|partner|publisher|shop|sponsor|store|supplier|studio|tenant|vendor|wholesaler';

/** The last words of fields that hold a part of an address. */
const PARTS_OF_PLACES =
  'city|town|street|address|address_line_?[12]|zip|zip_?code|post_?code|postal_?code|country|country_code|region|province|' +
  'county';

/** A model as something that is told about: who and what its rows are, and which of its fields belong together. */
export class Subject {
  /** The name in snake case. */
  readonly name: string;
  readonly lifecycle: Lifecycle | null;
  readonly isPerson: boolean;
  readonly isCompany: boolean;
  readonly car = oncePerRow(({ dice }) => {
    const maker = dice.early(MAKERS);
    return { maker, model: dice.pick(maker.models) };
  });
  /** Columns by their names in snake case. */
  readonly #columns: ReadonlyMap<string, ColumnInfo>;
  readonly #people: ReadonlySet<string>;
  readonly #places: ReadonlySet<string>;
  readonly #made = new Map<string, Make<unknown>>();

  constructor(
    model: Pick<ModelInfo, 'name' | 'columns'>,
    readonly trade: Trade,
  ) {
    this.name = snakeCase(model.name);
    this.isPerson = endingWith(PERSONS).test(this.name);
    this.isCompany = endingWith(COMPANIES).test(this.name);
    const data = model.columns.filter(({ role, reference }) => role === 'data' && !reference);
    this.#columns = new Map(data.map((column) => [snakeCase(column.name), column]));
    this.lifecycle = lifecycleOf(data);
    this.#people = this.#rolesOf('first_name|given_name|full_name', PERSONS);
    this.#places = this.#placesOf();
  }

  /** What comes before these words in the names of texts, and the names that consist of the `nouns` alone. */
  #rolesOf(words: string, nouns?: string): ReadonlySet<string> {
    const roles = new Set<string>();
    for (const [name, { type }] of this.#columns) {
      if (type !== 'string' && type !== 'text') continue;
      const found = endingWith(words).exec(name);
      if (found) roles.add(name.slice(0, found.index));
      else if (nouns !== undefined && endingWith(nouns).test(name.replace(/_name$/, '')))
        roles.add(name.replace(/_name$/, ''));
    }
    return roles;
  }

  /** Coordinates alone are those of the address beside them; `pickup_latitude` is of a place of its own. */
  #placesOf(): ReadonlySet<string> {
    const coordinates = [...this.#columns.keys()].map(
      (name) => /^(.+)_lat(?:itude)?$/.exec(name)?.[1],
    );
    return new Set([
      ...this.#rolesOf(PARTS_OF_PLACES),
      ...coordinates.filter((role) => role !== undefined),
    ]);
  }

  /** The column that ends with these words, of those given the first; another one than `self`. */
  column(words: string, self?: ColumnInfo): ColumnInfo | null {
    const pattern = endingWith(words);
    for (const [name, column] of this.#columns)
      if (column !== self && pattern.test(name)) return column;
    return null;
  }

  /** The columns of moments, in the order of the model. */
  moments(): readonly (readonly [name: string, column: ColumnInfo])[] {
    return [...this.#columns].filter(([, { type }]) => type === 'date' || type === 'datetime');
  }

  /** The column with exactly this name. */
  named(name: string): ColumnInfo | null {
    return this.#columns.get(name) ?? null;
  }

  /** The value of the column with these words, as a number; null without one, and where it is none. */
  number(words: string, self: ColumnInfo): Make<number | null> {
    const column = this.column(words, self);
    if (!column || !['integer', 'float', 'decimal'].includes(column.type)) return () => null;
    return (scene) => {
      const value = scene.get(column.name);
      return typeof value === 'number' ? value : null;
    };
  }

  /** Who `contact` of `contact_email` is: the one of `contact_name`; without such a name, the one whom the row is about. */
  person(role = ''): Make<Person> {
    const known = this.#people.has(role) || endingWith(PERSONS).test(role);
    const [first = ''] = this.#people.has('') || this.isPerson ? [] : this.#people;
    return this.#once(`person ${known ? role : first}`, makePerson);
  }

  /** Whether a row is about a person: it has the name of one. */
  get hasPerson(): boolean {
    return this.isPerson || this.#people.size > 0;
  }

  company(role = ''): Make<Company> {
    return this.#once(`company ${role}`, makeCompany);
  }

  /** Where `billing` of `billing_city` is, in the country that the row names if it does. */
  place(role = ''): Make<Place> {
    const [first = ''] = this.#places.has('') ? [] : this.#places;
    const own = this.#places.has(role) ? role : first;
    const name = own === '' ? 'country' : `${own}_country`;
    const column = this.named(name) ?? this.named(`${name}_code`);
    return this.#once(`place ${own}`, (scene) => {
      // A country that is made of this place waits for it.
      const named = column && scene.get(column.name);
      const country = COUNTRIES.find(({ name, code }) => name === named || code === named);
      const chosen =
        country ?? (column && scene.dice.chance(0.4) ? scene.dice.pick(COUNTRIES) : HOME);
      return { country: chosen, town: scene.dice.pick(chosen.towns) };
    });
  }

  #once<T>(name: string, make: Make<T>): Make<T> {
    const made = (this.#made.get(name) as Make<T> | undefined) ?? oncePerRow(make);
    this.#made.set(name, made);
    return made;
  }
}

const HOME = COUNTRIES[0]!;

const makePerson: Make<Person> = ({ dice }) => {
  const female = dice.chance(0.5);
  return { first: dice.pick(female ? FEMALE : MALE), last: dice.pick(FAMILIES), female };
};

const makeCompany: Make<Company> = ({ dice }) => {
  const kind = dice.pick(COMPANY_KINDS);
  const ofFamily = kind.startsWith('&') || kind === 'Brothers' || dice.chance(0.4);
  const name = `${dice.pick(ofFamily ? FAMILIES : COMPANY_WORDS)} ${kind}`;
  return { name, domain: `${plain(name).replace(/&/g, 'and')}.example` };
};

/** Lower case without accents, spaces and punctuation: for addresses. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9&]+/g, '');
