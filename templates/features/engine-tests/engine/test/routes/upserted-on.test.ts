import type { Request } from 'express';
import { expect, test } from 'vitest';
import { upsertedOn } from '../../routes/many-records.js';

const asked = (url: string) => ({ url }) as Request;

test('the fields by which records are found', () => {
  expect(upsertedOn(asked('/tag'), false)).toBeNull();
  expect(upsertedOn(asked('/tag?_on=a,b'), false)).toEqual(['a', 'b']);
});

test('an endpoint of the developer that changes records is the only way to change one', () => {
  expect(upsertedOn(asked('/tag'), true)).toBeNull();
  expect(() => upsertedOn(asked('/tag?_on=name'), true)).toThrow('at its own path');
});
