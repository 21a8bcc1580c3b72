import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, nearest } from '../../../src/model/nearest.js';

describe('nearest', () => {
  it.each([
    ['strng', 'string'],
    ['Proejct', 'Project'],
    ['on-delete', 'on_delete'],
    ['requird', 'required'],
  ])('%s -> %s', (word, found) => {
    expect(nearest(word, ['string', 'Project', 'on_delete', 'required'])).toBe(found);
  });

  it('says nothing rather than something far away', () => {
    expect(nearest('banana', ['string', 'text'])).toBeNull();
  });

  it('measures a distance', () => {
    const words = fc.string({ maxLength: 8 });
    fc.assert(fc.property(words, words, (a, b) => editDistance(a, b) === editDistance(b, a)));
    fc.assert(fc.property(words, words, (a, b) => (editDistance(a, b) === 0) === (a === b)));
  });
});
