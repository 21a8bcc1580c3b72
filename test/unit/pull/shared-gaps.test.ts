import { expect, it } from 'vitest';
import { splitGaps } from '../../../src/pull/shared-gaps.js';

const cascade = (column: string) => `on update cascade of ${column}: the database does it`;

it('tells once what keys of several models do on update', () => {
  const models = [
    { gaps: [cascade('artist_id'), 'trigger a'] },
    { gaps: [cascade('album_id, genre_id')] },
    { gaps: ['on update set null of genre_id: the database does it'] },
  ];
  const { shared, ofModel } = splitGaps(models);
  expect(shared).toEqual([
    'on update cascade of references in 2 models: the database does it, and the service changes no key',
  ]);
  expect(models.map(ofModel)).toEqual([['trigger a'], [], models[2]!.gaps]);
});

it('leaves what a single model has where it is', () => {
  const model = { gaps: [cascade('artist_id')] };
  expect(splitGaps([model]).shared).toEqual([]);
  expect(splitGaps([model]).ofModel(model)).toEqual(model.gaps);
});
