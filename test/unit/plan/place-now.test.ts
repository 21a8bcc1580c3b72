import { expect, test } from 'vitest';
import { planChanges } from '../../../src/plan/plan-changes.js';
import { placesNow } from '../../../src/plan/place-now.js';
import { showConflict } from '../../../src/cli/show-plan.js';
import { PLAIN } from '../../../src/cli/style.js';

const GET = 'export async function get(id: number) {\n  return id;\n}\n';
const LIST = 'export const list = () => [];\n';
const EDITED = GET.replace('return id', 'log(id);\n  return id');

test('an edit of a declaration that is in another file now is a conflict that names the file', () => {
  const { conflicts, changes } = planChanges({
    base: new Map([['engine/records/list.ts', LIST + GET]]),
    mine: new Map([['engine/records/list.ts', LIST + EDITED]]),
    next: new Map([
      ['engine/records/list.ts', LIST],
      ['engine/records/get.ts', GET],
      ['src/get.ts', GET],
    ]),
  });
  expect(changes.map(({ path }) => path)).not.toContain('engine/records/list.ts');
  expect(conflicts).toMatchObject([{ crudgen: '', now: ['engine/records/get.ts'] }]);
  expect(showConflict(conflicts[0]!, PLAIN)).toContain('now in   engine/records/get.ts');
});

const edit = { key: 'engine/records/list.ts', was: LIST + GET, yours: LIST + EDITED };
const placesOf = (...files: readonly (readonly [string, string])[]) =>
  placesNow(edit, new Map(files));

test('the nearest files count, and of those only what is exported as before', () => {
  const far = ['engine/http/get.ts', GET] as const;
  expect(placesOf(far, ['engine/records/reading/get.ts', GET])).toEqual([
    'engine/records/reading/get.ts',
  ]);
  expect(placesOf(far, ['engine/records/own.ts', 'const get = 1;\n'])).toEqual([far[0]]);
});

test('a name that is in many files says nothing, nor does an edit of no declaration', () => {
  expect(placesOf(['engine/a.ts', GET], ['engine/b.ts', GET], ['engine/c.ts', GET])).toEqual([]);
  expect(placesOf(['engine/records/other.ts', LIST])).toEqual([]);
});

test('a setting is wherever the variable of its name is read, however it is formatted', () => {
  const read = (value: string) => `  workers: read('WORKERS', '${value}', parse.workers),\n`;
  const changed = { key: 'src/settings.ts', was: read('1'), yours: read('4') };
  const place = [
    'engine/workers/feature.ts',
    "const one = read(\n  'WORKERS',\n  '1',\n);\n",
  ] as const;
  const wrapped = (value: string) => read(value).replace(/(\(|,) ?/g, '$1\n    ');
  expect(wrapped('1')).toContain("read(\n    'WORKERS',\n");
  expect(
    placesNow({ ...changed, was: wrapped('1'), yours: wrapped('4') }, new Map([place])),
  ).toEqual([place[0]]);
  const other = ['engine/other.ts', "const one = read('WORKERS_MOST', '1');\n"] as const;
  expect(placesNow(changed, new Map([place, other]))).toEqual([place[0]]);
  expect(placesNow({ ...changed, yours: `${read('1')}// mine\n` }, new Map([place]))).toEqual([]);
});
