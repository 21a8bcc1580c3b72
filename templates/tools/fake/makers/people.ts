import { oneOf, oneOfFirst } from '../scene.js';
import { PERSONS, plain, type Person } from '../subject.js';
import { entries, type Maker } from '../table.js';
import * as texts from '../words/texts.js';
import { COUNTRIES } from '../words/places.js';
import { DEPARTMENTS, JOB_TITLES } from '../words/people.js';

/** A text about the person that the field's role names. */
const person =
  (tell: (person: Person) => string): Maker<string> =>
  ({ subject, role }) => {
    const make = subject.person(role);
    return (scene) => tell(make(scene));
  };

const fullName = ({ first, last }: Person): string => `${first} ${last}`;

/** The address of a person at a domain that is kept for examples. */
const emailOf = ({ first, last }: Person): string => `${plain(first)}.${plain(last)}@example.com`;

/** The address of a company if the row is about a company and names nobody, else of a person. */
const email: Maker<string> = (field) => {
  const { subject, role } = field;
  if (role !== '' || !subject.isCompany || subject.hasPerson) return person(emailOf)(field);
  const make = subject.company();
  return (scene) => `info@${make(scene).domain}`;
};

/** The parts of names and what else is said of people. */
export const PEOPLE = entries<string>({
  'first_name|given_name|forename|christian_name': person(({ first }) => first),
  'last_name|family_name|surname': person(({ last }) => last),
  middle_name: person(({ first }) => `${first.slice(0, 1)}.`),
  initial: person(({ first, last }) => first.slice(0, 1) + last.slice(0, 1)),
  'salutation|honorific|name_prefix': person(({ female }) => (female ? 'Ms' : 'Mr')),
  'gender|sex': person(({ female }) => (female ? 'female' : 'male')),
  full_name: person(fullName),
  'e?mail|e_mail|e?mail_address': email,
  'user_?name|login|nick_?name|handle|screen_name|github': person(
    ({ first, last }) => `${plain(first)}.${plain(last)}`,
  ),
  'nationality|citizenship':
    () =>
    ({ dice }) =>
      dice.early(COUNTRIES).name,
  'marital_status|family_status': oneOfFirst(['married', 'single', 'divorced', 'widowed']),
  relationship: oneOf(texts.RELATIONS),
  'blood_type|blood_group': oneOfFirst(texts.BLOOD_TYPES),
  'medication|drug|prescription': oneOf(texts.MEDICATIONS),
  'allergy|allergie': oneOf(['Penicillin', 'Pollen', 'Nuts', 'Latex', 'Lactose', 'Dust mites']),
  'contact_(?:title|position|role|job)': oneOf(JOB_TITLES),
  'job_?title|position_title|(?:employee|staff|person)_title|occupation|profession|job|trade|position':
    ({ subject }) => oneOf(subject.trade.jobs)(),
  'department|division|unit_name': oneOfFirst(DEPARTMENTS),
});

/** Names of people: `Customer.name`, `customer_name`, or `customer` as a text. */
export const PERSON_NAMES = entries<string>({ [PERSONS]: person(fullName) });
