import { describe, expect, test } from 'vitest';
import { resolveImport } from '../../../src/code/resolve-import.js';
import { specifiersIn } from '../../../src/code/specifiers.js';
import { isCode, parseCode } from '../../../src/code/typescript.js';
import { specifierOf } from '../../../src/code/module-names.js';
import { importsIn } from '../../../src/refactor/import-like.js';
import type { App } from '../../../src/model/model.js';
import { featuresIn } from '../../../src/render/features.js';
import { renderPackage } from '../../../src/render/render-package.js';
import { appOf, templates } from '../../golden/example.js';
import { circlesIn } from '../../support/rooms.js';
import { webFiles } from '../../support/web-files.js';

const UI = 'ui/';
const DOOR = `${UI}index.ts`;
const all = featuresIn(templates());

/** A back-office with its pages and all features. */
const app: App = {
  ...appOf('task-manager'),
  features: all.map(({ name }) => name),
};
const files = new Map([...webFiles(app), ['package.json', renderPackage(app, templates())]]);
/** What the back-office can do without, each behind a door of its own. */
const FEATURES = all
  .map(({ name }) => name)
  .filter((name) => files.has(`${UI}${name}/feature.tsx`));
const DOORS = ['#ui', ...FEATURES.map((name) => `#ui/${name}`)];
const isInside = (path: string) => path.startsWith(UI);

const imports = [...files].flatMap(([from, text]) =>
  /^(?:web\/src|ui)\//.test(from) && isCode(from)
    ? specifiersIn(parseCode(from, text)).flatMap(({ text: specifier }) => {
        const target = resolveImport(files, from, specifier);
        return target === null ? [] : [{ from, specifier, target }];
      })
    : [],
);
const inner = imports.filter(({ from, target }) => isInside(from) && isInside(target));

/** From the ground up, as the map tells them. */
const rooms = [...files.get(`${UI}README.md`)!.matchAll(/^\| `([\w./-]+?)\/?` /gm)]
  .map(([, room]) => room!)
  .filter((room) => [...files.keys()].some((path) => inRoom(path, room)));

function inRoom(path: string, room: string): boolean {
  return path === UI + room || path.startsWith(`${UI}${room}/`);
}

/** The place of a file's room on the map; a room in a room is nearer to its files. */
const placeOf = (path: string): number =>
  rooms.reduce(
    (best, room, at) =>
      inRoom(path, room) && room.length > (rooms[best]?.length ?? 0) ? at : best,
    -1,
  );

const said = (found: typeof imports) =>
  found.map(({ from, specifier }) => `${from}: '${specifier}'`);

describe('the back-office behind its door', () => {
  test('has features', () => expect(FEATURES.length).toBeGreaterThan(5));

  test('has every room on the map', () => {
    const code = [...files.keys()].filter((path) => isInside(path) && isCode(path));
    expect(code.filter((path) => placeOf(path) < 0)).toEqual([]);
    expect(inner.length).toBeGreaterThan(200);
  });

  test('asks the session what a user may do, and not react-admin, which takes a turn for each place that does', () => {
    const asking = [...files].filter(
      ([path, text]) => isInside(path) && text.includes('useCanAccess'),
    );
    expect(asking.map(([path]) => path)).toEqual([]);
  });

  test('has rooms that import from those above them on the map', () => {
    const wrong = inner.filter(({ from, target }) => placeOf(target) > placeOf(from));
    expect(said(wrong)).toEqual([]);
  });

  test('has no circle of files, those of types included', () => {
    const targetsOf = (path: string) =>
      inner.filter(({ from }) => from === path).map(({ target }) => target);
    const graph = new Map(inner.map(({ from }) => [from, targetsOf(from)]));
    const circles = circlesIn({ files: [...graph.keys()], imports: graph });
    expect(circles).toEqual([]);
  });

  test('imports nothing of the project, and not its own door', () => {
    const wrong = imports.filter(
      ({ from, target }) => isInside(from) && (!isInside(target) || target === DOOR),
    );
    expect(said(wrong)).toEqual([]);
  });

  test('is entered by its name alone', () => {
    const entering = imports.filter(({ from, target }) => !isInside(from) && isInside(target));
    expect(entering.length).toBeGreaterThan(15);
    expect(said(entering.filter(({ specifier }) => !DOORS.includes(specifier)))).toEqual([]);
  });

  test('knows nothing of its features', () => {
    const featureOf = (path: string) => FEATURES.find((name) => path.startsWith(`${UI}${name}/`));
    const needsOf = (feature: string | undefined): readonly string[] =>
      all.find(({ name }) => name === feature)?.needs ?? [];
    const wrong = inner.filter(({ from, target }) => {
      const [feature, own] = [featureOf(target), featureOf(from)];
      return feature !== undefined && feature !== own && !needsOf(own).includes(feature);
    });
    expect(said(wrong)).toEqual([]);
    const listed = imports.filter(({ from }) => from === 'web/src/features.gen.ts');
    // A language is loaded by its file in `web/src/languages`.
    const features = all.filter(({ web }) => web).map(({ name }) => `${UI}${name}/feature.tsx`);
    expect(features.length).toBeGreaterThan(3);
    expect(listed.map(({ target }) => target)).toEqual(expect.arrayContaining(features));
  });

  test('has nothing of a model in what is fetched first but its name, label and icon', () => {
    const found = new Set(['web/src/main.tsx']);
    for (const from of found)
      for (const node of importsIn(parseCode(from, files.get(from)!))) {
        const target = resolveImport(files, from, specifierOf(node));
        if (target !== null) found.add(target);
      }
    expect(found).toContain('web/src/pages/resources.ts');
    expect([...found].filter((path) => /^web\/src\/pages\/.*\//.test(path))).toEqual([]);
  });

  test('says at its door what each group of names is for', () => {
    const door = files.get(DOOR)!;
    const groups = door.split('\n\n').filter((group) => /^export/m.test(group));
    expect(groups.filter((group) => !group.startsWith('/** '))).toEqual([]);
    expect(door).not.toContain('export *');
  });
});
