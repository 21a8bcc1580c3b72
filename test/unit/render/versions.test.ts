import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { VERSION } from '../../../src/version.js';
import { VERSIONS } from '../../../src/render/versions.js';

const own = JSON.parse(readFileSync('package.json', 'utf8')) as {
  version: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};

it('projects get the versions that crudgen is tested with', () => {
  const tested = { ...own.dependencies, ...own.devDependencies };
  const packages = { ...VERSIONS.service, ...VERSIONS.development, ...VERSIONS.web };
  for (const [name, version] of Object.entries(packages))
    expect(`${name}@${tested[name]}`).toBe(`${name}@${version}`);
});

it('projects name the version of the package', () => {
  expect(VERSION).toBe(own.version);
});
