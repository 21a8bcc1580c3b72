import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { featuresIn } from '../../../src/render/features.js';
import { renderExample, templates } from '../../golden/example.js';
import { LAYERS } from '../../support/one-tree.js';
import { circlesIn, readRooms, roomsOnMap, upwardImports } from '../../support/rooms.js';

const ENGINE = join(import.meta.dirname, '../../../templates/service/engine');
/** Its tests stand beside its rooms, and look into all of them. */
const TESTS = 'test';
const isTest = (path: string): boolean => path.startsWith(`${TESTS}/`);
/** With what features add to it. */
const all = readRooms(
  LAYERS.map((layer) => join(layer, 'engine')).filter((path) => existsSync(path)),
);
const rooms = {
  files: all.files.filter((path) => !isTest(path)),
  imports: new Map([...all.imports].filter(([path]) => !isTest(path))),
};
const features = featuresIn(templates()).map(({ name }) => name);
const map = roomsOnMap(renderExample('orders', features).get('engine/README.md')!).filter(
  (room) => room !== TESTS,
);
const outer = readRooms(LAYERS);

describe('the engine', () => {
  it('has every room on its map, and nothing else beside its door', () => {
    const found = new Set(rooms.files.map((path) => path.split('/')[0]!));
    expect([...found].sort()).toEqual([...map, 'index.ts'].sort());
  });

  it('has rooms that import from those above them alone, and no circles, those of types included', () => {
    expect(rooms.files.length).toBeGreaterThan(100);
    expect(upwardImports(rooms, [...map, 'index.ts'])).toEqual([]);
    expect(circlesIn(rooms)).toEqual([]);
  });

  it('imports nothing of the project, and its door from nowhere inside', () => {
    const beyond = [...rooms.imports].flatMap(([from, all]) =>
      all
        .filter((to) => to.startsWith('..') || to.startsWith('#') || to === 'index.ts')
        .map((to) => `${from} -> ${to}`),
    );
    expect(beyond).toEqual([]);
  });

  it('names database drivers in the folders of their dialects alone, and where tests make databases', () => {
    const naming = rooms.files.filter((path) =>
      rooms.imports.get(path)!.some((to) => /^(better-sqlite3|pg)$/.test(to)),
    );
    expect(naming.length).toBeGreaterThan(9);
    const wrong = naming.filter((path) => !/^(database\/(postgres|sqlite)|testing)\//.test(path));
    expect(wrong).toEqual([]);
  });

  it('is imported through its door', () => {
    const deep = [...outer.imports].flatMap(([from, all]) =>
      !from.startsWith('src/')
        ? []
        : all.filter((to) => to.startsWith('engine/')).map((to) => `${from} -> ${to}`),
    );
    expect(deep).toEqual([]);
  });

  it('has a door of named exports in groups that say what they are for', () => {
    const text = readFileSync(join(ENGINE, 'index.ts'), 'utf8');
    expect(text).not.toMatch(/export \*/);
    for (const group of text.trim().split('\n\n').slice(2)) expect(group).toMatch(/^\/\/ /);
  });
});
