import { expect, it } from 'vitest';
import {
  deployment,
  notApplicable,
  test as tries,
  waitsFor,
  type Check,
  type Target,
} from '../../../templates/features/asvs/asvs/check.js';
import { countsOf, printLine, report } from '../../../templates/features/asvs/asvs/report.js';

/** No check here asks the service anything. */
const targetWith = (...features: readonly string[]) =>
  ({ project: { features: new Set(features) } }) as unknown as Target;

/** What the report says of a check of 6.2.1. */
async function lineOf(check: Check, target = targetWith()) {
  const lines = await report(target, { '6.2.1': check });
  return lines.find(({ number }) => number === '6.2.1')!;
}

const fails = tries('that it fails', () => Promise.reject(new Error('it did\nand more')));
const passes = tries('that it passes', () => Promise.resolve());

it('says what was tried, and what went wrong', async () => {
  expect(await lineOf(passes)).toMatchObject({ result: 'passed', tried: 'that it passes' });
  const failed = await lineOf(fails);
  expect(failed).toMatchObject({ result: 'failed', tried: 'that it fails', error: 'it did' });
  expect(printLine(failed)).toBe(
    '6.2.1   L1  failed      passwords have at least 8 characters | that it fails | FAILED: it did',
  );
});

it('says why nothing was tried', async () => {
  expect(await lineOf(notApplicable('no files'))).toMatchObject({
    result: 'n.a.',
    tried: 'no files',
  });
  expect(await lineOf(deployment('TLS'))).toMatchObject({ result: 'deployment', tried: 'TLS' });
  const found = tries('files', () => Promise.resolve(notApplicable('there are none')));
  expect(await lineOf(found)).toMatchObject({ result: 'n.a.', tried: 'there are none' });
});

it('waits for a feature that is off, and fails where it is on without a check', async () => {
  const tried = 'the feature `sessions` is off';
  expect(await lineOf(waitsFor('sessions', fails))).toMatchObject({ result: 'waits', tried });
  const on = targetWith('sessions');
  expect(await lineOf(waitsFor('sessions', passes), on)).toMatchObject({ result: 'passed' });
  expect(await lineOf(waitsFor('sessions', fails), on)).toMatchObject({ result: 'failed' });
  expect(await lineOf(waitsFor('sessions'), on)).toMatchObject({
    result: 'failed',
    error: 'there is no check for the feature `sessions`',
  });
});

it('tries all features that do the same, as far as they are on', async () => {
  const both = [waitsFor('two-factor', passes), waitsFor('passkeys', fails)];
  expect(await lineOf(both)).toMatchObject({
    result: 'waits',
    tried: 'the features `two-factor`, `passkeys` are off',
  });
  expect(await lineOf(both, targetWith('two-factor'))).toMatchObject({ result: 'passed' });
  expect(await lineOf(both, targetWith('two-factor', 'passkeys'))).toMatchObject({
    ...{ result: 'failed', tried: 'that it passes; that it fails', error: 'it did' },
  });
});

it('says of each part of a requirement why it fails', async () => {
  const another = tries('that it fails, too', () => Promise.reject(new Error('it failed')));
  expect(await lineOf([fails, passes, another])).toMatchObject({
    tried: 'that it fails; that it passes; that it fails, too',
    error: 'it did; it failed',
  });
});

it('fails for a requirement without a check, and counts', async () => {
  const lines = await report(targetWith(), { '6.2.1': passes });
  expect(countsOf(lines)).toEqual({
    ...{ passed: 1, failed: 133, 'n.a.': 0 },
    ...{ deployment: 0, waits: 0, 'not tested': 0 },
  });
});
