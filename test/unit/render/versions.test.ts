import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { VERSION } from '../../../src/version.js';
import { allPackages } from '../../support/all-packages.js';

const own = JSON.parse(readFileSync('package.json', 'utf8')) as {
  version: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};

it('projects get the versions that crudgen is tested with', () => {
  const tested = { ...own.dependencies, ...own.devDependencies };
  for (const [name, version] of Object.entries(allPackages()))
    expect(`${name}@${tested[name]}`).toBe(`${name}@${version}`);
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
    path === '' ? [] : [{ name: path.split('node_modules/').at(-1)!, dependencies }],
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
  expect(VERSION).toBe(own.version);
});
