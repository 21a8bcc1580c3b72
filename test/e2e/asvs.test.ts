import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { change, makeProject, reportOf } from '../asvs/broken-project.js';
import { MUTATIONS } from '../asvs/mutations.js';
import { makeFolder, run } from './evolution/project.js';

/** What is broken together: what has gone unnoticed once, and one of each chapter. All of them by themselves: `test/asvs/mutate.ts`. */
const BROKEN: Readonly<Record<string, string>> = {
  '1.2.1': 'problems are HTML',
  '2.2.1': 'unknown values are taken',
  '3.3.1': 'scripts read the cookie',
  '4.1.1': 'a page without its character set',
  '5.2.2': 'any bytes are a table',
  '6.4.1': 'a link works more than once',
  '6.4.3': 'a link works more than once',
  '6.5.1': 'a code works twice',
  '7.4.1': 'a sign-out ends nothing',
  '8.2.2': 'one Idempotency-Key for all',
  '8.4.1': 'imports of others',
  '9.1.2': 'another algorithm',
  '10.5.1': 'any nonce',
  '11.3.1': 'ECB',
  '13.4.1': 'files of the project',
  '14.3.1': 'answers to signing in are stored',
  '15.3.1': 'the version of tokens is told',
};

/** What fails for one of these, too. */
const BESIDES: readonly string[] = ['5.3.2', '7.6.1', '10.5.3', '10.5.4', '11.3.2'];

describe('the report by OWASP ASVS of a project', { timeout: 900_000 }, () => {
  let folder: string;
  let project: string;

  beforeAll(() => {
    folder = makeFolder('asvs');
    project = makeProject(folder);
  }, 240_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('names what a weakened engine no longer does, nothing else, and leaves nothing behind', () => {
    const chosen = MUTATIONS.filter(({ requirement, what }) => BROKEN[requirement] === what);
    expect(chosen).toHaveLength(Object.keys(BROKEN).length);
    const undo = chosen.flatMap(({ changes }) => changes.map((one) => change(project, one)));
    const { counts, requirements } = reportOf(project);
    for (const one of undo.reverse()) one();

    const failed = requirements.filter(({ result }) => result === 'failed');
    const numbers = failed.map(({ number }) => number);
    expect([...numbers].sort()).toEqual([...Object.keys(BROKEN), ...BESIDES].sort());
    const errorOf = (number: string) => failed.find((one) => one.number === number)?.error;
    expect(errorOf('9.1.2')).toMatch(/of the algorithm HS512: 200/);
    expect(errorOf('8.2.2')).toMatch(/the Idempotency-Key of somebody else/);
    expect(errorOf('8.4.1')).toMatch(/_imports.*: 200/);
    expect(requirements).toHaveLength(134);
    expect(counts).toMatchObject({ 'n.a.': 31, deployment: 4, waits: 0, 'not tested': 0 });
    expect(existsSync(join(project, 'data'))).toBe(false);
  });

  it('is of chosen requirements, and says where there is none', () => {
    const asvs = (...flags: readonly string[]) =>
      run(project, 'npm', ['run', '--silent', 'asvs', '--', ...flags]);
    const { status, stdout } = asvs('4.4', '7.1.1');
    expect([status, stdout.split('\n').map((line) => line.slice(0, 24))]).toEqual([
      0,
      ['4.4.1   L1  n.a.        ', '7.1.1   L2  passed      ', '', '1 passed, 0 failed, 1 n.', ''],
    ]);
    expect(asvs('6.4.33')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^6\.4\.33 /),
    });
  });

  it('cannot be made where the service does not start, and says what is missing', () => {
    const begin = 'const { read, finish } = settingReader(env);';
    change(project, [
      'src/settings.ts',
      begin,
      `if (!env.SHOP_KEY) throw new Error('SHOP_KEY is missing');\n  ${begin}`,
    ]);
    const { status, stderr } = run(project, 'npm', ['run', '--silent', 'asvs']);
    expect(status).toBe(2);
    expect(stderr).toMatch(/asvs\/settings\.ts[^]*SHOP_KEY/);
  });
});
