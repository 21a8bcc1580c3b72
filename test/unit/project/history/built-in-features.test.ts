import { describe, expect, it } from 'vitest';
import { appOf, renderExample } from '../../../golden/example.js';
import { upgradeTree } from '../../../support/upgrade-tree.js';
import { withBuiltInFeatures } from '../../../../src/project/history/built-in-features.js';

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
      '`engine` is now a feature that a project can do without; this project keeps it, because its deployments may use it';
    expect(upgraded('0.4.0', ['other'])).toEqual({
      features: ['base', 'engine', 'other'],
      says: [[about, 'drop features that no deployment uses: crudgen drop engine']],
    });
    const { features, says } = upgraded('0.3.9', []);
    expect(features).toEqual(['base', 'engine', 'older']);
    expect(says.flat().join()).toContain('`engine`, `older` are now features');
    expect(says.flat().join()).toContain('crudgen drop engine');
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

describe('a feature that new projects had by default before', () => {
  const had = ['admin', 'idempotency', 'import', 'search'];
  const isPart = (path: string) => /^(?:engine|ui)\/(?:idempotency|import)\//.test(path);

  it('is kept by an older project, with its files', () => {
    const mine = new Map(renderExample('clinic', had));
    mine.set('crudgen.json', mine.get('crudgen.json')!.replace(/ +"version".*\n/, ''));
    const { plan, after } = upgradeTree(mine, new Date());
    expect([plan.conflicts, plan.refused]).toEqual([[], []]);
    const { features } = JSON.parse(after.get('crudgen.json')!) as { features: string[] };
    expect(features).toEqual(expect.arrayContaining(had));
    expect([...after.keys()].filter(isPart).sort()).toEqual([...mine.keys()].filter(isPart).sort());
    expect(after.has('engine/import/runner.ts')).toBe(true);
  });

  it('is no part of a new one, in which lists are still exported', () => {
    const { features: _, ...app } = appOf('clinic');
    const tree = renderExample('clinic', undefined, app);
    expect(JSON.parse(tree.get('crudgen.json')!)).toMatchObject({
      features: ['admin', 'backup', 'containers', 'dashboard', 'search', 'sessions'],
    });
    expect([...tree.keys()].filter(isPart)).toEqual([]);
    expect(tree.get('ui/components/list/list-toolbar.tsx')).toContain('<ExportCsvButton');
  });
});

describe('a project without kept copies, of nobody knows which version', () => {
  const PATH = 'engine/service/workers.ts';
  const usual = ['admin', 'containers', 'dashboard', 'search'];
  const mine = new Map(renderExample('clinic', usual));
  mine.set('crudgen.json', mine.get('crudgen.json')!.replace(/ +"version".*\n/, ''));
  mine.set(PATH, `${renderExample('clinic', [...usual, 'workers']).get(PATH)}\n// Ours.\n`);

  it('is adopted with all of them, and with the edits of its engine', () => {
    const { plan, kept, after, project } = upgradeTree(mine, new Date());
    expect([project.isAdopted, plan.conflicts, plan.refused]).toEqual([true, [], []]);
    expect(after.get(PATH)).toContain('// Ours.');
    expect(after.has('engine/uploads/read-multipart.ts')).toBe(true);
    const { features } = JSON.parse(after.get('crudgen.json')!) as { features: string[] };
    expect(features).toEqual(expect.arrayContaining([...usual, 'backup', 'uploads', 'workers']));
    expect(kept).toHaveLength(1);
  });
});
