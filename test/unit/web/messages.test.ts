import { describe, expect, test } from 'vitest';
import { dashboard } from '../../../templates/features/dashboard/ui/dashboard/feature';
import { english } from '../../../templates/features/admin/ui/i18n/en';
import { search } from '../../../templates/features/search/ui/search/feature';
import { tree } from '../../../templates/features/tree/ui/tree/feature';
import { templates } from '../../golden/example.js';

const source = [...templates()]
  .filter(
    ([path]) => /^features\/[^/]+\/(?:ui|web\/src)\/.*\.tsx?$/.test(path) && !path.includes('i18n'),
  )
  .map(([, text]) => text)
  .join('\n');

const { resources: _, ...shared } = english;
const own = [dashboard, search, tree].map(({ name, texts }) => [name, texts.en] as const);
const groups = { ...shared, ...Object.fromEntries(own) };
const keys = Object.entries(groups).flatMap(([group, texts]) =>
  Object.keys(texts).map((key) => `${group}.${key}`),
);
const groupOf = (key: string) => key.split('.')[0] ?? '';
/** Groups of which a page picks one by what it has, as `action.${action}`. */
const picked = new Set([...source.matchAll(/`(\w+)\.\$\{/g)].map(([, group]) => group));

describe('the texts of the back-office', () => {
  test('are all used', () => {
    const unused = keys.filter((key) => !source.includes(`'${key}'`) && !picked.has(groupOf(key)));
    expect(unused).toEqual([]);
  });

  test('are all there', () => {
    const wanted = [...source.matchAll(/'(?!action\.(?:hover|selected|focus)')(\w+\.\w+)'/g)].map(
      ([, key]) => key ?? '',
    );
    const missing = wanted.filter((key) => groupOf(key) in groups && !keys.includes(key));
    expect(missing).toEqual([]);
  });
});
