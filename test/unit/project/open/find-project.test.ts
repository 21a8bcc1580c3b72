import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findProject, projectAbove, versionOf } from '../../../../src/project/open/find-project.js';
import { bygoneProblem } from '../../../../src/project/open/version-problem.js';
import { OLDEST, VERSION } from '../../../../src/version.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'crudgen-find-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (text: string) => writeFileSync(join(root, 'crudgen.json'), text);

describe('the project around a folder', () => {
  it('is found from any folder in it', async () => {
    write(`{ "version": "${VERSION}" }`);
    const inner = join(root, 'src/models');
    mkdirSync(inner, { recursive: true });
    expect([await findProject(root), await findProject(inner)]).toEqual([root, root]);
  });

  it('is the innermost one', async () => {
    write(`{ "version": "${VERSION}" }`);
    const inner = join(root, 'apps/shop');
    mkdirSync(inner, { recursive: true });
    writeFileSync(join(inner, 'crudgen.json'), '{}');
    expect(await findProject(inner)).toBe(inner);
  });

  it('is none where nothing says so', async () => {
    expect(await projectAbove(root)).toBeNull();
    await expect(findProject(root)).rejects.toThrow('is not in a crudgen project');
  });

  it.each([
    [`{ "version": "${VERSION}" }`, VERSION],
    [`\uFEFF{ "version": "0.5.0" }`, '0.5.0'],
    ['{ "version": 2 }', null],
    ['{}', null],
    ['[]', null],
    ['{ "version": "0.1.0"', null],
    ['', null],
  ])('with %j is of the version %s', async (text, version) => {
    write(text);
    expect(await versionOf(root)).toBe(version);
    // What cannot be read is for other commands to complain of.
    expect(await findProject(root)).toBe(root);
  });

  it('is refused where it is too old, and where it is only found', async () => {
    write('{ "version": "0.4.9" }');
    await expect(findProject(root)).rejects.toThrow('crudgen 0.4.9 wrote the project');
    expect(await projectAbove(root)).toBe(root);
  });
});

describe('a version that nothing here understands', () => {
  it.each(['0.1.0', '0.2.0', '0.4.99', '0.4.9-beta.2'])('is %s', (version) => {
    expect(bygoneProblem(version)).toMatchObject({ code: 'bygone-project' });
  });

  it.each([null, OLDEST, '0.5.1', VERSION, '99.0.0'])('is not %s', (version) => {
    expect(bygoneProblem(version)).toBeNull();
  });
});
