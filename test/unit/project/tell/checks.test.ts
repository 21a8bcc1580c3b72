import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHECKS } from '../../../../src/project/tell/checks.js';

const TESTS = join(import.meta.dirname, '../../..');

/** The code of all other tests of the generator. */
const tests = ['unit', 'e2e', 'merge']
  .flatMap((folder) =>
    readdirSync(join(TESTS, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts') && !path.endsWith('checks.test.ts'))
      .map((path) => readFileSync(join(TESTS, folder, path), 'utf8')),
  )
  .join('\n');

describe.each(CHECKS)('the check that finds $finds', (check) => {
  it('is described by one sentence without its end', () => {
    expect(check.finds).toMatch(/^[a-z].{15,90}[^.]$/);
    expect(CHECKS.filter(({ finds }) => finds === check.finds)).toHaveLength(1);
  });

  it.each(check.codes)('has a test that shows %s', (code) => {
    expect(code).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
    expect(tests).toMatch(new RegExp(`['"\`[]${code}['"\`\\]\\\\ ]`));
  });

  it('is made by somebody, once', () => {
    const askers = 'find' in check ? check.by : ['doctor'];
    expect(askers.length).toBeGreaterThan(0);
    expect(new Set(askers).size).toBe(askers.length);
  });
});
