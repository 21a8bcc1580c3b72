import { isKeyless, keysOf } from '../../model/keys.js';
import type { Field, Model } from '../../model/model.js';
import { adoptField } from './adopt-field.js';
import { type ModelDifference, placeOf } from './differences.js';
import { fieldAt, type Merging, modelAt, putModel } from './merging.js';

/** The column of the id if the id is not a field. */
const ID = 'id';

/**
 * Gives a developer's model the key that its table got, by which a list becomes records, or takes away the one that it lost. Returns what
 * else has changed.
 */
export function followKey(merging: Merging, difference: ModelDifference): ModelDifference {
  const { was, now } = difference;
  const mine = modelAt(merging, now.table)!;
  // A view keeps its key, as its rows alone showed it.
  const isOfTable = was.readOnly !== now.readOnly && isKeyless(was) !== isKeyless(now);
  if (!isOfTable || isKeyless(mine) !== isKeyless(was)) return difference;
  const keyed = new Map(now.fields.map((field) => [placeOf(merging.theirs, now, field), field]));
  const hasOwnId = !isKeyless(now) && keysOf(now).length === 0;
  const fields = mine.fields
    .filter(({ column }) => !(hasOwnId && column === ID))
    .map((field) => withKeyOf(field, keyed.get(placeOf(merging.app, mine, field))));
  const { readOnly: _, label: __, ...rest } = mine;
  const readOnly = now.readOnly === undefined ? {} : { readOnly: now.readOnly };
  putModel(merging, mine, { ...rest, ...readOnly, label: labelFor(mine, was, now), fields });
  const [came, others] = [
    difference.came.filter(({ key }) => key !== null),
    difference.came.filter(({ key }) => key === null),
  ];
  for (const field of came) addKeyField(merging, now, field);
  const names = keysOf(modelAt(merging, now.table)!).map(({ column }) => column);
  const change = isKeyless(now)
    ? 'no column names its rows any more: a list without records, which is only read'
    : `its rows are records, named by ${names.length === 0 ? ID : names.join(', ')}`;
  merging.told.push({ what: 'change-model', model: mine.name, field: null, change, reasons: [] });
  return {
    ...difference,
    came: others,
    gone: difference.gone.filter(({ column }) => !(hasOwnId && column === ID)),
    changed: difference.changed.map((one) => ({
      ...one,
      settings: one.settings.filter((setting) => setting !== 'key'),
    })),
    settings: difference.settings.filter((setting) => setting !== 'readOnly'),
  };
}

const withKeyOf = (field: Field, now: Field | undefined): Field =>
  now === undefined ? { ...field, key: null } : { ...field, key: now.key };

/** The label of the guess, unless the developer has another one than the guess had. */
const labelFor = (mine: Model, was: Model, now: Model): Model['label'] =>
  mine.label === was.label ? now.label : mine.label;

function addKeyField(merging: Merging, now: Model, field: Field): void {
  const mine = modelAt(merging, now.table)!;
  if (fieldAt(merging.app, mine, field.column) !== undefined) return;
  const adopted = adoptField(merging, mine, field);
  putModel(merging, mine, { ...mine, fields: [adopted, ...mine.fields] });
}
