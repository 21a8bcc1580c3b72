import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { VERSION } from '../../../src/version.js';
import { allPackages } from '../../support/all-packages.js';

interface Manifest {
  readonly version: string;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
}
const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
const packagesOf = (...folders: readonly string[]): Record<string, string> =>
  Object.assign(
    {},
    ...folders.map(manifestOf).map(({ dependencies, devDependencies }) => ({
      ...dependencies,
      ...devDependencies,
    })),
  );

/** What is needed to check and to test a project, but neither to build nor to serve it. */
const CHECKS = [
  ...['@eslint/js', 'eslint', 'eslint-plugin-react-hooks', 'typescript-eslint'],
  ...['fast-check', 'playwright-core', 'prettier', 'vitest'],
];

it('projects get the versions that crudgen is tested with', () => {
  const tested = packagesOf('.', 'examples', 'test');
  for (const [name, version] of Object.entries(allPackages())) {
    const stated = tested[name];
    const isFolder = stated?.startsWith('file:');
    const own = isFolder ? manifestOf(join('node_modules', name)).version : stated;
    expect(`${name}@${own}`).toBe(`${name}@${version}`);
  }
});

it('a checkout that only runs the examples has all of their packages, but for those that check them', () => {
  const projects = readdirSync('examples').filter((name) =>
    existsSync(join('examples', name, 'models.yaml')),
  );
  const needed = packagesOf(...projects.map((name) => join('examples', name)));
  for (const name of CHECKS) delete needed[name];
  const there = packagesOf('.', 'examples');
  expect(Object.keys(needed).filter((name) => !(name in there))).toEqual([]);
  expect(Object.keys(packagesOf('examples')).filter((name) => !(name in needed))).toEqual([]);
});

/*
 * react-admin takes any 7.x of react-router-dom, and each of these exactly one react-router: once there was a newer one, a new
 * project had two routers, and its back-office showed no page.
 */
it('a package that is taken by a range, and that needs an exact version of a pinned one, is pinned, too', () => {
  const pinned = allPackages();
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dependencies?: Record<string, string> }>;
  };
  const needs = Object.entries(packages).flatMap(([path, { dependencies = {} }]) =>
    !path.includes('node_modules/')
      ? []
      : [{ name: path.split('node_modules/').at(-1)!, dependencies }],
  );
  const isExact = (range: string) => /^\d/.test(range);
  const byRange = new Set(
    needs.flatMap(({ dependencies }) =>
      Object.entries(dependencies).flatMap(([name, range]) => (isExact(range) ? [] : [name])),
    ),
  );
  const loose = needs.filter(
    ({ name, dependencies }) =>
      !(name in pinned) &&
      byRange.has(name) &&
      Object.entries(dependencies).some(([one, range]) => one in pinned && isExact(range)),
  );
  expect(loose.map(({ name }) => name)).toEqual([]);
});

it('projects name the version of the package', () => {
  expect(VERSION).toBe(manifestOf('.').version);
});
