import { expect, it } from 'vitest';
import { printSpec } from '../../../src/pull/print-spec.js';

const headOf = (source: string) =>
  printSpec({ source, models: [], leftOut: [], skipped: [] }).split('\n').slice(0, 2).join('\n');

it('names a command that can be typed, whatever the database is called', () => {
  expect(headOf('music.db')).toContain('crudgen pull music.db shop --models models.yaml');
  const live = headOf('shop on 127.0.0.1');
  expect(live).toContain('The models of shop on 127.0.0.1');
  expect(live).toContain('crudgen pull <url | file> shop --models models.yaml');
});
