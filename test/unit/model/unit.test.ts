import { describe, expect, it } from 'vitest';
import { unitFault } from '../../../src/model/unit.js';

describe('a unit', () => {
  it.each(['EUR', 'km', '%', 'm²', '°C', "'", 'l/100 km', '€/h', '公里', 'twelve chars'])(
    '%s is one',
    (unit) => expect(unitFault(unit)).toBeNull(),
  );

  it.each([
    ['', 'is empty', '`EUR`'],
    [' km', 'spaces around it', 'write `km`'],
    ['thirteen char', 'has 13 characters', 'at most 12'],
    ['<b>', 'is not a unit', '`km`'],
    ['a:b', 'is not a unit', '`km`'],
    ['a\nb', 'is not a unit', '`km`'],
    ['k\u202em', 'is not a unit', '`km`'],
    ['2', 'starts like a number', '`km`'],
    ['-x', 'starts like a number', '`km`'],
  ])('%j is none', (unit, message, help) => {
    const fault = unitFault(unit);
    expect(fault?.message).toContain(message);
    expect(fault?.help).toContain(help);
  });
});
