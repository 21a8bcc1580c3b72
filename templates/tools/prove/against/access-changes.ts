import type { AccessChange } from './access-change.js';
import type { EndpointCase } from './compare-endpoints.js';
import { differencesOf, type Direction } from './differences.js';
import { endpointChanges } from './endpoint-changes.js';
import { groupDifferences, isRead, type Group } from './group-differences.js';
import { giftChanges } from './gift-changes.js';
import { newAndGone } from './new-and-gone.js';
import type { Judged } from './pair.js';
import type { RulePart } from '../report/deciding-rule.js';
import { showRequest } from './show-request.js';
import { keyOfWho, whoOf } from './name-actors.js';
import { listed, plural } from './words.js';

/**
 * The meaning of a change in sentences: what is wider first, then what is narrower, then what is new or gone. `placeOf` tells the file
 * and line of rules as they are now; `cases` are answers of own endpoints.
 */
export function accessChanges(
  judged: Judged,
  placeOf: (rule: RulePart) => string | null,
  cases: readonly EndpointCase[],
): readonly AccessChange[] {
  const groups = groupDifferences(differencesOf(judged), judged.actors);
  const told = (direction: Direction) =>
    groups
      .filter((group) => group.direction === direction)
      .map((group) => ({ ...changeOf(group, judged), place: placeIn(group, placeOf) }));
  const gifts = giftChanges(judged.facts, placeOf({ model: 'User', part: 'gives' }));
  const others = [...gifts, ...endpointChanges(cases, judged)];
  return [...told('wider'), ...told('narrower'), ...others, ...newAndGone(judged)];
}

/** The place of the rules of the model, or of the model through which they changed. */
function placeIn(
  { model, verb, isWhole, through }: Group,
  placeOf: (rule: RulePart) => string | null,
): string | null {
  const [other] = through;
  if (other !== undefined) return placeOf({ model: other, part: 'rows' });
  if (!model.isChanged) return null;
  const { name } = model;
  if (verb.kind === 'fields')
    return placeOf({ model: name, part: 'field', field: verb.fields[0]! });
  return placeOf({ model: name, part: isWhole ? 'roles' : 'rows' });
}

function changeOf(group: Group, judged: Judged): Omit<AccessChange, 'place'> {
  const { direction, model } = group;
  const may = direction === 'wider' ? 'may now' : 'may no longer';
  const { does, of, key } = deedOf(group);
  const parts = group.parts.map(({ actors, actions }) => ({
    actors: actors.map((at) => judged.actors[at]!),
    does: does(actions),
  }));
  const told = parts.map((part, at) => {
    const who = whoOf(part.actors);
    return at === 0 ? `${capital(who)} ${may} ${listed(part.does)}` : `${who} ${listed(part.does)}`;
  });
  const keys = parts.map((part) => `${keyOfWho(part.actors)} may ${part.does.join(', ')}`);
  const through = group.through.length > 0 ? `, through ${listed(group.through.map(plural))}` : '';
  return {
    kind: direction,
    key: `${direction === 'wider' ? '' : 'no longer: '}${keys.join('; ')} ${key}`,
    sentence: `${told.join(', ')} ${of}${through}`,
    model: model.name,
    shown: showRequest(group, judged),
  };
}

const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

interface Deed {
  /** The verbs of the actions: `list` and `show`, `read`. */
  readonly does: (actions: readonly string[]) => readonly string[];
  /** The rest of the sentence. */
  readonly of: string;
  /** The rest of the key. */
  readonly key: string;
}

function deedOf(group: Group): Deed {
  const { direction, model, verb, words, isSome, isWhole } = group;
  const rows = plural(model.name);
  const every = isWhole && direction === 'narrower' ? 'any' : 'all';
  const which = words === '' ? every : words;
  const some = [...(isSome ? ['some'] : words === '' ? [every] : []), rows].join(' ');
  const told = words === '' ? some : `${some} ${words}`;
  switch (verb.kind) {
    case 'rows':
      return {
        does: (actions) => actions,
        of: told,
        key: `${model.name}: ${isSome ? `some ${words}`.trimEnd() : which}`,
      };
    case 'fields':
      return {
        does: fieldVerbs,
        of: `${listed(verb.fields)} of ${rows}`,
        key: verb.fields.map((name) => `${model.name}.${name}`).join(', '),
      };
    case 'move':
      return {
        does: () => ['set'],
        of: `${verb.field} of ${told} to ${verb.toWords}`,
        key: `${model.name}.${verb.field} to ${verb.toWords}: ${which}`,
      };
  }
}

/** The verbs for fields: a list, a single record, a new record and a change may differ. */
function fieldVerbs(actions: readonly string[]): readonly string[] {
  if (actions.length === 2) return actions.every(isRead) ? ['read'] : ['write'];
  const verbs = { list: 'list', show: 'show', edit: 'change', create: 'set on creation' };
  return actions.map((action) => verbs[action as keyof typeof verbs]);
}
