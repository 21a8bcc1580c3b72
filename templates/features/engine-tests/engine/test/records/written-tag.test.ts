import 'reflect-metadata';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { expect, onTestFinished, test } from 'vitest';
import { createEngine } from '../../records/create-engine.js';
import { sendWritten } from '../../routes/respond.js';
import { openDatabase } from '../../database/open-database.js';
import { defineAccess } from '../../model/access-rules.js';
import type { Row } from '../../model/operations.js';
import { user } from '../fixtures/open-library.js';

@Entity('parcel')
class Parcel {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { nullable: true })
  name!: string | null;

  @Column('varchar', { nullable: true, default: 'unpaid' })
  state!: string | null;
}

async function openParcels() {
  const database = await openDatabase('sqlite::memory:', [Parcel], []);
  onTestFinished(() => database.close());
  await database.dataSource.synchronize();
  const access = defineAccess<Parcel>({ fields: { state: { read: ['Sender', 'Clerk'] } } });
  const roles = new Map([
    ['Sender', ['POST']],
    ['Viewer', ['GET']],
    ['Clerk', ['GET', 'POST', 'PATCH']],
  ]);
  return createEngine({
    ...{ database, roles: () => roles, searchedFields: () => [] },
    modules: [{ entity: Parcel, access }],
    settings: { maxPageSize: 100, maxQueryCost: 300 },
  });
}

/** Whether the response to a write has an ETag. */
function hasTag(record: Row, isAsShown?: boolean): boolean {
  const names: string[] = [];
  const response = { req: { method: 'POST' }, setHeader: (name: string) => names.push(name) };
  sendWritten({ ...response, end: () => undefined } as never, record, isAsShown);
  return names.includes('etag');
}

test('a created record has an ETag where its writer is shown the same of it', async () => {
  const engine = await openParcels();
  const parcelsOf = (...roles: string[]) => engine.operations(user(2, roles))(Parcel);
  const clerk = parcelsOf('Clerk');
  const created = await clerk.create({ name: 'Books' });
  expect(hasTag(created.record, created.isAsShown)).toBe(true);
  expect(await clerk.get(created.record.id)).toEqual(created.record);
  expect(hasTag(await clerk.update(created.record.id, { name: 'Two books' }))).toBe(true);
});

test('it has none where they are shown other fields, or nothing', async () => {
  const engine = await openParcels();
  const parcelsOf = (...roles: string[]) => engine.operations(user(2, roles))(Parcel);
  const mixed = parcelsOf('Sender', 'Viewer');
  const created = await mixed.create({ name: 'Books' });
  expect(await mixed.get(created.record.id)).not.toEqual(created.record);
  expect(hasTag(created.record, created.isAsShown)).toBe(false);
  const sent = await parcelsOf('Sender').create({ name: 'Books' });
  expect(hasTag(sent.record, sent.isAsShown)).toBe(false);
});
