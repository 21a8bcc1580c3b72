import type { Session } from '../../service/engine/database/dialect.js';
import type { Database } from '../../service/engine/database/database.js';
import type { ColumnInfo } from '../../service/engine/fields/column-info.js';
import type { RecordId } from '../../service/engine/fields/record-id.js';
import type { ModelInfo } from '../../service/engine/model/model-info.js';
import { createdAt } from './calendar.js';
import type { Dice } from './dice.js';

/** Whether a column is the `id` by which answers show a key that has another name. */
export const isSecondName = (
  { columns }: Pick<ModelInfo, 'columns'>,
  { name, column }: ColumnInfo,
): boolean => name === 'id' && columns.some((one) => one.column === column && one.name !== 'id');

/** The column of a primary key of one column, by its own name. */
const keyColumn = (model: ModelInfo): ColumnInfo =>
  model.columns.find((one) => one.column === model.key.column && !isSecondName(model, one))!;

/** Whether the values of a key are made like those of any other field, because clients give them. */
export const isGiven = ({ role, makes }: ColumnInfo): boolean =>
  role === 'key' && makes === undefined;

/** The conditions under which the ids of a model are made. */
export interface IdParts {
  readonly model: ModelInfo;
  readonly database: Database;
  readonly dice: Dice;
  /** The day of the run, in milliseconds. */
  readonly now: number;
  /** The number of rows that are made in all, and that of most models of the run. */
  readonly count: number;
  readonly most?: number | undefined;
}

/** The ids of the next rows after `made` new ones; null if each row has its key among its own values. */
export async function nextIds(
  session: Session,
  { model, database, dice, now, count, most = count }: IdParts,
  made: number,
  size: number,
): Promise<readonly RecordId[] | null> {
  if (model.columns.some(isGiven)) return null;
  const key = keyColumn(model);
  if (key.role === 'id') {
    const ids = await database.dialect.reserveIds(session, model.table, size, key.column);
    return key.type === 'bigint' ? ids.map(String) : ids;
  }
  const moment = (at: number) => createdAt(now, Math.min((made + at + 0.5) / count, 1), most);
  return Array.from({ length: size }, (_, at) => madeKey(key, moment(at), dice));
}

/** A key like those that the service makes. UUIDs repeat with the seed of a run, and those of version 7 begin with a moment. */
function madeKey({ type, makes }: ColumnInfo, moment: number, dice: Dice): RecordId {
  const example = String(makes!());
  if (type !== 'uuid') return example;
  const version = example.charAt(14);
  const random = uuid(dice, version);
  const time = moment.toString(16).padStart(12, '0');
  return version === '7' ? `${time.slice(0, 8)}-${time.slice(8)}${random.slice(13)}` : random;
}

/** A UUID of random digits. */
export function uuid(dice: Dice, version = '4'): string {
  const hex = Array.from({ length: 8 }, () => dice.below(0x10000).toString(16).padStart(4, '0'));
  const [a, b, c, d, e, f, g, h] = hex;
  return `${a}${b}-${c}-${version}${d!.slice(1)}-a${e!.slice(1)}-${f}${g}${h}`;
}
