import type { Cell } from '../../templates/tools/prove/doors/csv.js';
import { cellOfTexts, textOf, type NaiveChoices } from './naive-import.js';
import type { NaiveField, Person, Row } from '../../templates/tools/prove/naive/naive.js';
import { MODELS, type Name } from './random-policy.js';
import { randomPayload } from './random-rows.js';
import type { Trial } from './trial.js';

/** A file with columns of all kinds: those that its user may write, and some that are not for them. */
export interface RandomFile {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

const ODD = ['pin', 'Nothing', '_label', 'constructor'];
const WAYS = ['id', 'label', 'label', 'code'];
/** What is no id, or nobody's. */
const ODD_IDS = ['x', '0', '-4', '1.5', '99999999999999', '1000000'];

export function randomFile(
  trial: Trial,
  user: Person,
  name: Name,
  choices: NaiveChoices,
): RandomFile {
  const { dice } = trial;
  const open = new Set(choices.fields(dice.chance(0.5) ? null : ['id']));
  const fields = MODELS[name].fields.filter(({ name: field, required, unique }) =>
    dice.chance(open.has(field) ? (required || unique ? 0.97 : 0.6) : 0.05),
  );
  const others = [
    ...(dice.chance(0.4) ? ['id'] : []),
    ...(dice.chance(0.1) ? [dice.pick(ODD)] : []),
  ];
  const names = [...others, ...fields.map((field) => field.name)];
  const headers = names.length > 0 ? names : ['id'];
  const payloads = Array.from({ length: 1 + dice.below(6) }, () => {
    const before = dice.chance(0.6) ? anyRow(trial, user, name) : null;
    const payload = randomPayload(dice, name, user, trial.naive, before, true);
    return { before, payload };
  });
  /** What the rows of the file would be called. */
  const own = payloads.map(({ payload }) => labelOf(trial, user, name, payload));
  /** Most columns name all records in one way. */
  const ways = headers.map(() => (dice.chance(0.8) ? dice.pick(WAYS) : null));
  const rows = payloads.map(({ before, payload }) =>
    headers.map((header, at) => {
      if (header === 'id') return dice.chance(0.1) ? dice.pick(ODD_IDS) : idOf(before);
      const field = MODELS[name].fields.find((one) => one.name === header);
      if (!field) return dice.pick(['x', null]);
      if (field.unique && before && dice.chance(0.7)) return (before[header] as Cell) ?? null;
      const others = field.to === name ? own : [];
      return cellOf(
        trial,
        user,
        field,
        payload[header] ?? null,
        ways[at] ?? dice.pick(WAYS),
        others,
      );
    }),
  );
  const filled = rows.filter((cells) => cells.some((cell) => cell !== null));
  return { headers, rows: filled.length > 0 ? filled : [headers.map(() => '1')] };
}

const idOf = (row: Row | null): Cell => (row === null ? null : String(row.id));

function anyRow({ dice, naive }: Trial, user: Person, name: Name): Row | null {
  const rows = naive.world[name]!;
  const by = naive.as(user, 'edit', name);
  const seen = rows.filter((row) => naive.sees(by, name, row));
  const some = seen.length > 0 && dice.chance(0.7) ? seen : rows;
  return some.length > 0 ? dice.pick(some) : null;
}

function labelOf({ naive }: Trial, user: Person, name: Name, payload: object): string {
  const row: Record<string, unknown> = { id: 0, ...payload };
  for (const field of MODELS[name].fields)
    if (field.kind === 'text') row[field.name] = row[field.name] ?? '';
  return MODELS[name].label(row as Row, naive.readable(user, 'list', name));
}

function cellOf(
  trial: Trial,
  user: Person,
  field: NaiveField,
  value: unknown,
  way: string,
  own: readonly string[],
): Cell {
  const { dice } = trial;
  const { kind, to } = field;
  if (value === null || kind === 'created' || kind === 'updated') return null;
  if (kind === 'text') return dice.chance(0.03) ? '' : String(value);
  if (dice.chance(0.03)) return dice.pick(['x', '{', ' ']);
  if (kind === 'json') return JSON.stringify(value);
  if (to === undefined) return String(value);
  const values = kind === 'link' ? (value as readonly unknown[]) : [value];
  const texts = values.map((one) => nameOf(trial, user, field, one, way));
  if (own.length > 0 && dice.chance(0.25)) texts.push(dice.pick(own));
  return kind === 'link' ? cellOfTexts([...new Set(texts)]) : (texts.at(-1) ?? null);
}

/** By what a file names a record, whether its user sees that or not. */
function nameOf(
  { naive }: Trial,
  user: Person,
  { to, key = 'id' }: NaiveField,
  value: unknown,
  way: string,
): string {
  const row = naive.world[to!]!.find((one) => one[key] === value);
  if (!row) return way === 'id' ? String(value) : 'Nobody';
  return textOf(naive, user, to!, row, way) ?? String(row.id);
}
