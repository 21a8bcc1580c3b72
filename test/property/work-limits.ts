import { MODELS, type Name } from './random-policy.js';

const linksOf = (name: Name) => MODELS[name].fields.filter(({ kind }) => kind === 'link').length;

/** The most statements that reading records takes, however many they are: one, and one for each array and expansion. */
export function readLimit(name: Name, expand: readonly string[]): number {
  const expanded = expand.flatMap((relation) => {
    const { fields, lines } = MODELS[name];
    if (lines?.name === relation) return [1 + linksOf(lines.model as Name)];
    const field = fields.find((one) => one.relation === relation);
    return field ? [1 + linksOf(field.to as Name)] : [];
  });
  return expanded.reduce((sum, one) => sum + one, 1 + linksOf(name));
}

/** On PostgreSQL a line is written in the turn of the record that it belongs to, which is read before. */
const turnOf = (name: Name): number =>
  Number(Object.values(MODELS).some(({ lines }) => lines?.model === name));

/** The most that a write takes: the row, `If-Match`, each reference and array, the record, and why it would be hidden. */
export function writeLimit(name: Name): number {
  const fields = MODELS[name].fields;
  const ids = fields.filter(({ kind }) => kind === 'integer').length;
  return 5 + turnOf(name) + 3 * ids + 6 * linksOf(name) + readLimit(name, []);
}

/** The most that deleting takes: the row, `If-Match`, and a look at all that points to each of the rows that go. */
export const removeLimit = (name: Name, gone: number): number =>
  2 + turnOf(name) + readLimit(name, []) + 6 * (1 + gone);

/** The most rows that records come from: theirs, those that they expand to, and those that their arrays name. */
export const rowsOf = (records: readonly unknown[], ofKey = 0): number =>
  records.reduce<number>((sum, record) => sum + (isObject(record) ? 1 + within(record) : ofKey), 0);

const within = (record: object): number =>
  Object.values(record).reduce<number>(
    (sum, value) => sum + (Array.isArray(value) ? rowsOf(value, 1) : rowsOf([value])),
    0,
  );

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
