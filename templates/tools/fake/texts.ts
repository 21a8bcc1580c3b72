import { oneOf, type Make } from './scene.js';
import { lookUp, type Entry, type Field } from './table.js';
import { CHOICES } from './makers/choices.js';
import { CODES } from './makers/codes.js';
import { LINKS } from './makers/links.js';
import { BY_MODEL } from './makers/models.js';
import { NAMES, someName } from './makers/names.js';
import { PEOPLE } from './makers/people.js';
import { PLACES } from './makers/places.js';
import { PROSE, isTold, titleOf, unknownText } from './makers/prose.js';

type TextField = Omit<Field, 'role'>;

/** The tables of makers. If several tables know a field, the first one decides. */
const TABLES: readonly (readonly Entry<string>[])[] = [
  PEOPLE,
  PLACES,
  LINKS,
  CODES,
  CHOICES,
  PROSE,
];

/** Names that say nothing of whom or what they name: that is the model. */
const OWN =
  /^(?:(?:display|nick|short|long|public|legal|common|official|internal|original|full)_)?(name|title)$/;

/** Believable texts for a field, by its name and its model's: to change what a field gets, change a table in `makers/`. */
export function textMaker(field: TextField): Make<string> {
  const { column, name } = field;
  if (column.format === 'email') return lookUp(PEOPLE, { ...field, name: `${name}_email` })!;
  if (column.format === 'url')
    return lookUp(LINKS, field) ?? lookUp(LINKS, { ...field, name: `${name}_url` })!;
  return byTables(field) ?? unknownText({ ...field, role: '' });
}

function byTables(field: TextField): Make<string> | null {
  const special = lookUp(BY_MODEL, field) ?? ownName(field);
  if (special) return special;
  for (const table of TABLES) {
    const found = lookUp(table, field);
    if (found) return found;
  }
  const [, noun = field.name] = /^(.+)_(?:name|title)$/.exec(field.name) ?? [];
  const named = lookUp(NAMES, { ...field, name: noun }, noun);
  return named ?? (noun === field.name ? null : someName);
}

/** What a model's rows are called. */
function ownName(field: TextField): Make<string> | null {
  const [, word] = OWN.exec(field.name) ?? [];
  if (word === undefined) return null;
  const { subject } = field;
  if (word === 'title') {
    if (isTold(subject.name)) return titleOf(field);
    if (subject.isPerson) return oneOf(subject.trade.jobs)();
  }
  const named = lookUp(NAMES, { ...field, name: subject.name }, '');
  return named ?? (word === 'title' ? titleOf(field) : someName);
}
