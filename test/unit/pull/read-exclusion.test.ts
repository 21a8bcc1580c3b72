import { expect, it } from 'vitest';
import { readExclusion } from '../../../src/pull/read-exclusion.js';

const read = (definition: string, name = 'booking_no_overlap') =>
  readExclusion('booking', name, `EXCLUDE USING gist (${definition}`);

it('reads the constraints that migrations make, as PostgreSQL prints them', () => {
  const periods = { name: 'booking_no_overlap', start: 'starts_at', end: 'ends_at' };
  expect(read('room_id WITH =, tstzrange(starts_at, ends_at) WITH &&)')).toEqual({
    ...{ ...periods, by: ['room_id'], deleted: null },
  });
  expect(
    read(
      '"Room" WITH =, tenant_id WITH =, daterange("from", until) WITH &&) WHERE ((gone_at IS NULL))',
    ),
  ).toEqual({
    name: 'booking_no_overlap',
    ...{ start: 'from', end: 'until', by: ['Room', 'tenant_id'], deleted: 'gone_at' },
  });
  expect(read('int8range((starts_at)::bigint, (ends_at)::bigint) WITH &&)')).toEqual({
    ...{ ...periods, by: [], deleted: null },
  });
});

it('reads no other one', () => {
  for (const definition of [
    'tsrange(starts_at, ends_at) WITH &&)',
    "tstzrange(starts_at, ends_at, '[]'::text) WITH &&)",
    'room_id WITH <>, tstzrange(starts_at, ends_at) WITH &&)',
    'lower(room) WITH =, tstzrange(starts_at, ends_at) WITH &&)',
    'tstzrange(starts_at, ends_at) WITH &&) WHERE (room > 3)',
    'during WITH &&)',
  ])
    expect(read(definition), definition).toBeNull();
  expect(read('tstzrange(starts_at, ends_at) WITH &&)', 'one_at_a_time')).toBeNull();
});
