import { afterAll, beforeAll, expect, test } from 'vitest';
import { admin } from '../../../../templates/features/engine-tests/engine/test/fixtures/open-library.js';
import {
  Box,
  Parcel,
  Thing,
  openParcels,
} from '../../../../templates/features/lines/engine/test/lines/parcels.js';
import { startPostgres } from '../../../support/postgres.js';

let log = '';
const server = await startPostgres([], (text) => void (log += text));
let parcels: Awaited<ReturnType<typeof openParcels>>;
beforeAll(async () => void (parcels = await openParcels(await server.createDatabase())), 60_000);
afterAll(async () => {
  await parcels.database.close();
  await server.stop();
}, 60_000);

const of = (entity: new () => object) => parcels.engine.operations(admin)(entity);

/** Each writer does all of its writes, one after the other, at the same time as the others. */
const atOnce = (writers: number, write: (writer: number, turn: number) => Promise<unknown>) =>
  Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let turn = 0; turn < 6; turn++) await write(writer, turn);
    }),
  );

const create = async (entity: new () => object, values: object) =>
  (await of(entity).create(values)).record.id as number;

test('lines that go from record to record in all directions do not lock those crosswise', async () => {
  const ids: number[] = [];
  for (const name of 'abc') ids.push(await create(Parcel, { name }));
  const at = (place: number) => ids[place % 3]!;
  const boxes: number[] = [];
  for (let n = 0; n < 9; n++)
    boxes.push(await create(Box, { parcel_id: at(n), code: `c${n}`, things: [{ text: 't' }] }));
  const step = (writer: number) => (writer % 2 === 0 ? 1 : 2);
  await atOnce(9, (writer, turn) =>
    of(Box).update(boxes[writer]!, { parcel_id: at(writer + step(writer) * (turn + 1)) }),
  );
  await atOnce(9, (writer, turn) => {
    const both = [boxes[writer]!, boxes[(writer + 4) % 9]!];
    const texts = writer % 2 === 0 ? both : both.toReversed();
    return of(Thing).createMany(texts.map((box_id) => ({ box_id, text: `${writer}.${turn}` })));
  });
  expect(await of(Thing).count()).toBe(9 + 9 * 6 * 2);
  expect(log.match(/deadlock detected/g)).toBeNull();
});
