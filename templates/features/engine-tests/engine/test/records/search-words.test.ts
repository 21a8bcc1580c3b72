import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../records/query/search-words.js';

const by = (template: string) => (text: string) => wordsOf(text, { kind: 'template', template });
const plain = by('{name}');

describe('the words of a search', () => {
  test('are separated by spaces, commas and semicolons, and each is looked for once', () => {
    expect(plain(' Neil  Boyer ')).toEqual(['Neil', 'Boyer']);
    expect(plain('Boyer, Neil; Boyer')).toEqual(['Boyer', 'Neil']);
    expect(plain('C++ 1,000 (new)')).toEqual(['C++', '1,000', '(new)']);
  });

  test('are a whole text between quotes, which keeps what is in it', () => {
    expect(plain('"Soft Bamboo, " bike')).toEqual(['Soft Bamboo, ', 'bike']);
    expect(plain('5" pipe')).toEqual(['5"', 'pipe']);
    expect(plain('""')).toEqual(['""']);
  });

  test('are the text itself where there are more than eight, or none', () => {
    expect(plain('a b c d e f g h')).toHaveLength(8);
    expect(plain('a b c d e f g h i')).toEqual(['a b c d e f g h i']);
    expect(plain(' , ')).toEqual([' , ']);
  });

  test('are without what a label adds to its fields', () => {
    expect(by('{last}, {first} ({city})')('Boyer, Neil (Bath)')).toEqual(['Boyer', 'Neil', 'Bath']);
    expect(by('{code} – {name}')('CU00 – Bike')).toEqual(['CU00', 'Bike']);
    expect(by('Invoice {number} of {customer}')('invoice 7 of Ann')).toEqual(['7', 'Ann']);
    expect(by('Invoice {number}')('invoice')).toEqual(['invoice']);
    expect(by('{prefix}-{number}/{year}')('AB-7/26')).toEqual(['AB', '7', '26']);
    expect(by('{size}x{name}')('3xbox')).toEqual(['3xbox']);
  });

  test('are those of any text where a function makes the label', () => {
    const label = { kind: 'function', label: () => '' } as const;
    expect(wordsOf('Boyer, Neil', label)).toEqual(['Boyer', 'Neil']);
  });

  test('of a long text are found in no time', () => {
    const began = performance.now();
    for (const text of [',', '"', '" ', '", ']) by('{a},{b}')(text.repeat(20_000));
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
