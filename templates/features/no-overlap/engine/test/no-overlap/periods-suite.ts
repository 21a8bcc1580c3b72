import { expect, onTestFinished, test } from 'vitest';
import type { Dialect } from '../../database/dialect.js';
import { findDrift } from '../../database/find-drift.js';
import { periodNotes } from '../../no-overlap/period-notes.js';
import { missingConstraints } from '../../no-overlap/missing-constraints.js';
import { overlappingRows } from '../../no-overlap/overlapping-rows.js';
import { periodOf } from '../../no-overlap/period.js';
import type { ModelInfo } from '../../model/model-info.js';
import type { Work } from '../../records/scope.js';
import { asRecord } from '../fixtures/as-record.js';
import { admin, problemOf, statusOf, user } from '../fixtures/open-library.js';
import { Booking, Price, openBookings } from './bookings.js';

const at = (hour: number) => `2026-05-01T${String(hour).padStart(2, '0')}:00:00.000Z`;

/** A booking from one hour to another. */
const booked = (from: number, to: number | null, room: number | null = 1) => ({
  title: `${from}-${to}`,
  room,
  starts_at: at(from),
  ends_at: to === null ? null : at(to),
});

/** The hours of a booking by its title: `9-11`. */
const periodIn = (title: string) => {
  const [from, to] = title.split('-');
  return { from: Number(from), to: to === 'null' ? Infinity : Number(to) };
};

type Hours = ReturnType<typeof periodIn> & { readonly room: number | null };

const hasOverlap = (all: readonly Hours[]): boolean =>
  all.some((one, index) =>
    all
      .slice(index + 1)
      .some((other) => one.room === other.room && one.from < other.to && other.from < one.to),
  );

/** A look for periods whose statements are told, and not run. */
const lookIn = (model: ModelInfo, dialect: Dialect, asked: string[]) => {
  const rows = ({ sql }: { readonly sql: string }) => {
    asked.push(sql);
    return Promise.resolve([]);
  };
  const work = { core: { dialect }, model, session: { rows } } as unknown as Work;
  return { period: periodOf(model)!, work };
};

/** Two records do not have one moment in common, whoever writes them. */
export const describePeriods = (url: () => Promise<string>) => {
  async function open() {
    const { database, engine } = await openBookings(await url());
    onTestFinished(() => database.close());
    expect(await findDrift(database)).toEqual([]);
    const as = (who = admin) => engine.operations(who)(Booking);
    return { database, engine, bookings: as(), as };
  }

  test('a period that overlaps is refused with the record that is in the way', async () => {
    const { bookings } = await open();
    const { id } = asRecord<Booking>(await bookings.create(booked(9, 11)));
    for (const [from, to] of [
      [8, 10],
      [9, 11],
      [10, 12],
      [10, null],
      [8, 12],
    ] as const)
      expect(await problemOf(bookings.create(booked(from, to)))).toMatchObject({
        status: 409,
        members: { code: 'overlap', other: { id, label: '9-11' } },
        problems: [
          { field: 'starts_at', code: 'overlap' },
          { field: 'ends_at', code: 'overlap' },
        ],
      });
    const other = await problemOf(bookings.create(booked(10, 12)));
    expect(other?.message).toBe('The period overlaps with that of the booking 9-11.');
  });

  test('periods that touch, of another room, or of none do not overlap', async () => {
    const { bookings } = await open();
    for (const one of [booked(9, 11), booked(11, 12), booked(8, 9), booked(9, 11, 2)])
      await bookings.create(one);
    await bookings.create(booked(9, 11, null));
    await bookings.create(booked(9, 11, null));
    expect(await statusOf(bookings.create(booked(12, null)))).toBe(0);
    expect(await statusOf(bookings.create(booked(23, null)))).toBe(409);
  });

  test('a change is refused if the period that it makes overlaps', async () => {
    const { bookings } = await open();
    await bookings.create(booked(9, 11));
    const { id } = asRecord<Booking>(await bookings.create(booked(11, 12)));
    expect(await statusOf(bookings.update(id, { starts_at: at(10) }))).toBe(409);
    expect(await statusOf(bookings.update(id, { starts_at: at(11), title: 'same' }))).toBe(0);
    expect(await statusOf(bookings.update(id, { room: 2, starts_at: at(10) }))).toBe(0);
    expect(await statusOf(bookings.update(id, { room: 1 }))).toBe(409);
  });

  test('an end that is not after its beginning is refused', async () => {
    const { bookings } = await open();
    for (const to of [9, 8])
      expect(await problemOf(bookings.create(booked(9, to)))).toMatchObject({
        status: 422,
        problems: [{ field: 'ends_at', code: 'period' }],
      });
  });

  test('a record that its reader does not see is not named', async () => {
    const { as } = await open();
    const [ann, bob] = [user(7, ['Manager']), user(8, ['Manager'])];
    await as(ann).create(booked(9, 11));
    const hidden = await problemOf(as(bob).create(booked(10, 12)));
    expect(hidden).toMatchObject({ status: 409, message: /another booking/ as never });
    expect(hidden).not.toHaveProperty('members.other');
    expect(await problemOf(as(ann).create(booked(10, 12)))).toHaveProperty('members.other');
  });

  test('of many records that overlap each other none is written', async () => {
    const { engine } = await open();
    const code = engine.system(Booking);
    const many = [booked(9, 10), booked(10, 11), booked(10, 12)] as never[];
    expect(await problemOf(code.createMany(many))).toMatchObject({
      status: 409,
      problems: [{ index: 2 }, { index: 2 }],
    });
    expect(await code.count()).toBe(0);
    await code.createMany(many.slice(0, 2));
    expect(await code.count()).toBe(2);
  });

  test('what is refused is what overlaps, in a list and among rows that move', async () => {
    const { database, engine, bookings } = await open();
    const code = engine.system(Booking);
    const stored = async () =>
      (
        await database.dataSource.query<{ id: number; title: string; room: number }[]>(
          'SELECT id, title, room FROM booking ORDER BY id',
        )
      ).map(({ id, title, room }) => ({ id, room, ...periodIn(title) }));
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
    for (let turn = 0; turn < 60; turn++) {
      const made = Array.from({ length: 1 + random(3) }, () => {
        const from = random(15);
        return booked(from, random(20) === 0 ? null : from + 1 + random(4), random(3));
      });
      const all = [...(await stored()), ...made.map((one) => ({ ...one, ...periodIn(one.title) }))];
      const isRefused = hasOverlap(all);
      expect(await statusOf(code.createMany(made as never[]))).toBe(isRefused ? 409 : 0);
      const moved = (await stored())[random(all.length)];
      if (!moved || moved.from > 16) continue;
      const change = booked(
        moved.from + 1,
        moved.to === Infinity ? null : moved.to + 1,
        moved.room,
      );
      const others = (await stored()).filter(({ id }) => id !== moved.id);
      const isInTheWay = hasOverlap([...others, { room: moved.room, ...periodIn(change.title) }]);
      expect(await statusOf(bookings.update(moved.id, change))).toBe(isInTheWay ? 409 : 0);
    }
    expect(hasOverlap(await stored())).toBe(false);
    expect((await stored()).length).toBeGreaterThan(10);
  });

  test('a period is found by the index, however many there are', async () => {
    const { database, engine } = await open();
    if (database.dialect.name !== 'sqlite') return;
    const asked: string[] = [];
    const { period, work } = lookIn(engine.model('Booking'), database.dialect, asked);
    const one = { id: null, start: at(9), end: at(10), by: [1] };
    await overlappingRows([one], [], period, work);
    const plan = await database.dataSource.query<{ detail: string }[]>(
      `EXPLAIN QUERY PLAN ${asked[0]!.replace('?1', `'[]'`)}`,
    );
    expect(plan.map(({ detail }) => detail).join('\n')).toMatch(
      /SEARCH booking USING INDEX booking_no_overlap \(room=\? AND starts_at<\?\)/,
    );
  });

  test('of writers at once for one room, one writes', async () => {
    const { engine } = await open();
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, turn) =>
        engine
          .operations(admin)(Booking)
          .create(booked(9, 10 + (turn % 4))),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of results)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ status: 409, members: { code: 'overlap' } });
  });

  test('a missing constraint is told by name, with the statement that makes it', async () => {
    const { database, engine } = await open();
    const { name } = database.dialect;
    const missing = () =>
      database.read((session) => missingConstraints(engine.models, session, { name }));
    expect(await missing()).toEqual([]);
    if (name === 'sqlite') return;
    await database.dataSource.query('ALTER TABLE "price" DROP CONSTRAINT "price_no_overlap"');
    const [told = ''] = await missing();
    expect(told).toMatch(
      /^`price` has no exclusion constraint `price_no_overlap`: .* make it with: ALTER/,
    );
    await database.dataSource.query(told.slice(told.indexOf('ALTER TABLE')));
    expect(await missing()).toEqual([]);
  });

  test('the documentation says what periods are held to, beside their fields', async () => {
    const { engine } = await open();
    expect([...periodNotes(engine.model('Booking'))]).toEqual([
      [
        'starts_at',
        'The period that begins with it must not overlap with that of another booking: 409 `overlap`.',
      ],
      ['ends_at', 'The period ends with it, after it began: 422 `period`.'],
    ]);
    expect(engine.model('Booking').notes?.has('starts_at')).toBe(true);
  });

  test('each tenant has periods of its own', async () => {
    const { engine } = await open();
    const prices = (tenant: number) => engine.operations(user(tenant, ['Admin'], [tenant]))(Price);
    await prices(1).create({ from: '2026-01-01', until: null });
    expect(await statusOf(prices(1).create({ from: '2026-05-01', until: '2026-06-01' }))).toBe(409);
    expect(await statusOf(prices(1).create({ from: '2025-05-01', until: '2026-01-01' }))).toBe(0);
    expect(await statusOf(prices(2).create({ from: '2026-05-01', until: null }))).toBe(0);
  });
};
