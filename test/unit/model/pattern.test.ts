import { describe, expect, it } from 'vitest';
import { patternFault, textsLike } from '../../../src/model/pattern.js';
import { checkValue } from '../../../templates/service/engine/fields/check-value.js';

describe('a pattern', () => {
  it.each(['^[A-Z]{2}[0-9]+$', '^[a-z0-9]+(-[a-z0-9]+)*$', '^\\p{L}+$', 'a|b'])(
    '%s is one, and texts are found that have it',
    (pattern) => {
      expect(patternFault(pattern)).toBeNull();
      const like = textsLike(pattern);
      const texts = [0, 1, 2].map((index) => like(index));
      for (const text of texts) expect(text).toMatch(new RegExp(pattern, 'u'));
    },
  );

  it.each([
    ['^a(?=b)', 'invalid or unsupported Perl syntax', '(?='],
    ['(a)\\1', 'invalid escape sequence', '\\1'],
    ['^[a-z$', 'missing closing ]', '[a-z$'],
  ])('%s is none, and says where', (pattern, message, part) => {
    expect(patternFault(pattern)).toEqual({
      message,
      index: pattern.indexOf(part),
      length: part.length,
    });
  });

  it('has a message of its own, which says nothing of it', () => {
    const field = {
      name: 'plate',
      type: 'string',
      min: null,
      max: 9,
      pattern: '^[A-Z]+$',
    } as const;
    const message = 'Letters alone';
    expect(checkValue('1', { ...field, patternMessage: message })).toEqual({
      code: 'pattern',
      message: 'Letters alone.',
      params: { pattern: '^[A-Z]+$', message },
    });
    expect(checkValue('1', field)).toMatchObject({
      message: 'plate does not match the pattern ^[A-Z]+$.',
      params: { pattern: '^[A-Z]+$' },
    });
  });

  it('is matched in a time that grows with the text alone, and after its length', () => {
    const field = {
      name: 'code',
      type: 'string',
      min: null,
      max: 2000,
      pattern: '^(a+)+$',
    } as const;
    const began = performance.now();
    expect(checkValue(`${'a'.repeat(1999)}!`, field).code).toBe('pattern');
    expect(performance.now() - began).toBeLessThan(5000);
    expect(checkValue('a'.repeat(2001), field).code).toBe('too-long');
    expect(checkValue('aa', field)).toEqual({ value: 'aa' });
  });
});
