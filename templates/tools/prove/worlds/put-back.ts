import { statementOf, type Session } from '../../../service/engine/database/dialect.js';
import { isDeepStrictEqual } from 'node:util';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Row, World } from '../naive/naive.js';
import { orderModels } from '../../fake/order-models.js';
import type { ProvedService } from '../service/start-service.js';
import { setLinks } from './people.js';

/** Makes the rows what they were before a question changed them. */
export async function putBack(service: ProvedService, after: World, before: World): Promise<void> {
  const changes = service.models.flatMap((model) => changesOf(model, after, before));
  if (changes.length === 0) return;
  await service.database.write(async (session) => {
    for (const one of orderOf(changes, service.models)) await undo(service, session, one);
  });
}

interface Change {
  readonly model: ModelInfo;
  readonly was: Row | undefined;
  readonly is: Row | undefined;
}

function changesOf(model: ModelInfo, after: World, before: World): readonly Change[] {
  const [was, is] = [before[model.name]!, after[model.name]!];
  const known = new Map(was.map((row) => [row.id, row]));
  const now = new Map(is.map((row) => [row.id, row]));
  return [...new Set([...known.keys(), ...now.keys()])]
    .map((id) => ({ model, was: known.get(id), is: now.get(id) }))
    .filter((one) => !isDeepStrictEqual(one.was, one.is));
}

/** Lost rows come back before others refer to them again; new rows go last, once nothing refers to them. */
function orderOf(changes: readonly Change[], models: readonly ModelInfo[]): readonly Change[] {
  const order = orderModels(models).map(({ model }) => model);
  const sorted = changes.toSorted((a, b) => order.indexOf(a.model) - order.indexOf(b.model));
  return [
    ...sorted.filter(({ is }) => is === undefined),
    ...sorted.filter(({ was, is }) => was && is),
    ...sorted.filter(({ was }) => was === undefined).reverse(),
  ];
}

async function undo(
  service: ProvedService,
  session: Session,
  { model, was, is }: Change,
): Promise<void> {
  const { dialect } = service.database;
  const { quote, placeholder } = dialect;
  const table = quote(model.table);
  const key = quote(model.key.column);
  if (!was) {
    const remove = `DELETE FROM ${table} WHERE ${key} = ${placeholder(1)}`;
    await session.run(statementOf(remove), [is!.id]);
    return;
  }
  const columns = model.columns.filter(({ role }) => role !== 'hidden');
  const encoded = columns.map((column) => {
    const value = was[column.name] ?? null;
    return value === null ? null : dialect.encode(value, column);
  });
  const names = columns.map(({ column }) => quote(column));
  const marks = columns.map((_, at) => placeholder(at + 1));
  const sql = is
    ? `UPDATE ${table} SET ${names.map((name, at) => `${name} = ${marks[at]}`).join(', ')} WHERE ${key} = ${placeholder(columns.length + 1)}`
    : `INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks.join(', ')})`;
  await session.run(statementOf(sql), is ? [...encoded, was.id] : encoded);
  for (const link of model.links)
    await setLinks(service, session, { link, id: was.id, others: was[link.name] as number[] });
}
