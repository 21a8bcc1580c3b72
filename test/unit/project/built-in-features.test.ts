import { describe, expect, it } from 'vitest';
import { withBuiltInFeatures } from '../../../src/project/built-in-features.js';

const manifest = (words: object): string =>
  JSON.stringify({ about: 'a part', default: false, ...words });
const templates = new Map([
  ['features/engine/feature.json', manifest({ builtInBefore: '0.5.0', needs: ['base'] })],
  ['features/base/feature.json', manifest({})],
  ['features/older/feature.json', manifest({ builtInBefore: '0.4.0', default: true })],
  ['features/other/feature.json', manifest({ default: true })],
]);

function upgraded(version: string | null, features?: readonly string[]) {
  const given = {
    name: 'app',
    database: 'sqlite',
    models: [],
    ...(features && { features }),
  } as const;
  const { app, problems } = withBuiltInFeatures(given, templates, version);
  return { features: app.features, says: problems.map(({ message, help }) => [message, help]) };
}

describe('a feature that was part of every engine before a version', () => {
  it('is kept, with what it needs, by projects of an earlier one, which are told of it', () => {
    const about =
      '`engine` is a feature now, which a project need not have: this one keeps it, as its deployments may use it';
    expect(upgraded('0.4.0', ['other'])).toEqual({
      features: ['base', 'engine', 'other'],
      says: [[about, 'drop what none uses: crudgen drop engine']],
    });
    const { features, says } = upgraded('0.3.9', []);
    expect(features).toEqual(['base', 'engine', 'older']);
    expect(says.flat().join()).toContain('`engine`, `older` are features now');
    expect(says.flat().join()).toContain('crudgen drop engine older');
  });

  it('is kept beside the default ones by a project that names none', () => {
    expect(upgraded('0.2.0').features).toEqual(['base', 'engine', 'older', 'other']);
  });

  it('is kept where nobody knows the version', () => {
    expect(upgraded(null, []).features).toEqual(['base', 'engine', 'older']);
  });

  it('is no matter for projects that have it, or were made without it', () => {
    expect(upgraded('0.4.9', ['base', 'engine'])).toEqual({
      features: ['base', 'engine'],
      says: [],
    });
    expect(upgraded('0.5.0', ['other'])).toEqual({ features: ['other'], says: [] });
    expect(upgraded('0.5.1')).toEqual({ features: undefined, says: [] });
  });
});
