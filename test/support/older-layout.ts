import { afterAll, beforeAll } from 'vitest';
import { kebabCase } from '../../src/model/names.js';
import { LAYOUT_MOVES } from '../../src/project/history/layout-moves.js';
import type { LayoutMove } from '../../src/project/history/layouts/layout-move.js';
import { relocateTree } from '../../src/refactor/relocate.js';
import type { Tree } from '../../src/tree.js';
import { VERSION } from '../../src/version.js';
import { appOf, type Example, renderExample } from '../golden/example.js';
import { withPlainCopies } from './store-of.js';

/*
 * Layouts that never were: they fold files and move them twice, which no version has done since the oldest one that is
 * understood, and the next one may.
 */

/** The version of a project in the older layout. */
export const OLDER = '0.5.0';

/** A folder that moves twice, the second time behind an entry point; files that go into one; a file of another name. */
export const LAYOUTS: readonly LayoutMove[] = [
  { since: '0.5.1', until: '100.0.0', moves: [['src/find/', 'src/finder/']] },
  {
    since: '0.5.2',
    until: '100.0.0',
    moves: [
      ['src/finder/search-routes.ts', 'engine/search/search-config.ts'],
      ['src/finder/', 'engine/search/'],
      ['web/src/pages/<model>/<model>.inputs.tsx', 'web/src/pages/<model>/<model>.form.tsx'],
      ['web/src/pages/<model>/<model>.create.tsx', 'web/src/pages/<model>/<model>.form.tsx'],
      ['web/src/pages/<model>/<model>.edit.tsx', 'web/src/pages/<model>/<model>.form.tsx'],
      ['web/src/top.tsx', 'web/src/app.tsx'],
    ],
  },
];

/** Lets the commands of a test file know more layouts than there have been. */
export function useLayouts(layouts: readonly LayoutMove[]): void {
  const known = LAYOUT_MOVES as LayoutMove[];
  beforeAll(() => void known.push(...layouts));
  afterAll(() => void known.splice(-layouts.length));
}

/** Lets the commands of a test file know no other layout than the present one: a project of an earlier version has it, too. */
export function forgetLayouts(): void {
  const known = LAYOUT_MOVES as LayoutMove[];
  const all = [...known];
  beforeAll(() => void known.splice(0));
  afterAll(() => void known.push(...all));
}

/** An example as a version with the older layout would have made it, kept copies included. */
export function olderProject(example: Example): Tree {
  const files = new Map(renderExample(example));
  const settings = files.get('crudgen.json')!;
  files.set('crudgen.json', settings.replace(`"${VERSION}"`, `"${OLDER}"`));
  splitSearch(files);
  for (const { name } of appOf(example).models) splitForm(files, kebabCase(name));
  const back = ['search-config', 'search-routes'].map(
    (name) => [`engine/search/${name}.ts`, `src/find/${name}.ts`] as const,
  );
  return withPlainCopies(
    relocateTree(files, new Map([...back, ['web/src/app.tsx', 'web/src/top.tsx']])),
  );
}

/** Gives the endpoint of the search configuration a file of its own. */
function splitSearch(files: Map<string, string>): void {
  const path = 'engine/search/search-config.ts';
  const [config, routes] = cut(files.get(path)!, '/** `GET /config/search`');
  files.set(path, config.replace(/import .* from 'express';\n/, ''));
  files.set(
    'engine/search/search-routes.ts',
    `import type { RequestHandler } from 'express';\nimport type { Search } from './search-config.js';\n\n${routes}`,
  );
  const index = 'engine/index.ts';
  const listed = "{ searchConfig } from './search/search-config.js'";
  files.set(index, files.get(index)!.replace(listed, listed.replace('-config.js', '-routes.js')));
}

/** Gives the inputs of a form, and both of its pages, files of their own. */
function splitForm(files: Map<string, string>, model: string): void {
  const path = (part: string) => `web/src/pages/${model}/${model}.${part}`;
  const form = files.get(path('form.tsx'));
  if (form === undefined) return;
  files.delete(path('form.tsx'));
  const [rest, edit] = cut(form, '/** The form that changes');
  const [inputs, create] = cut(rest, '/** The form for a new');
  const [name = ''] = /\w+Inputs/.exec(inputs) ?? [];
  files.set(path('inputs.tsx'), inputs.replace(/ {2}(?:Create|Edit)Page,\n/g, ''));
  for (const [part, text] of [
    ['create', create],
    ['edit', edit],
  ] as const) {
    const page = part === 'create' ? 'CreatePage' : 'EditPage';
    files.set(
      path(`${part}.tsx`),
      `import { ${page} } from '#ui';\nimport { ${name} } from './${model}.inputs';\n\n${text}`,
    );
  }
  const resource = files.get(path('resource.ts'))!;
  const pages = resource.replace(
    /(\.)form('\), '\w+(Create|Edit)')/g,
    (_, dot: string, tail: string, page: string) => dot + page.toLowerCase() + tail,
  );
  files.set(path('resource.ts'), pages);
}

/** A text before some words, and from there on. */
function cut(text: string, words: string): [string, string] {
  const at = text.indexOf(words);
  if (at < 0) throw new Error(`there is no ${words}`);
  return [`${text.slice(0, at).trimEnd()}\n`, text.slice(at)];
}
