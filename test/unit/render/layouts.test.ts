import { expect, test } from 'vitest';
import { layoutViews } from '../../../src/render/web/layouts.js';
import { appOfSpec } from '../../golden/app-of-spec.js';

/** What the columns of a board add up. */
function sumOf(fields: string): unknown {
  const state = "status: 'enum=open,done'";
  const spec = `models:\n  Job:\n    board: status\n    fields: { title: string, ${state}, ${fields} }`;
  const app = appOfSpec('app', spec);
  return layoutViews(app, app.models[0]!)[0]?.options?.['sum'];
}

test('columns of a board add up what was earned, else what is expected', () => {
  expect(sumOf("estimate: 'decimal=10,2', total: 'decimal=10,2'")).toBe('total');
  expect(sumOf("discount: 'decimal=5,2', estimate: 'decimal=10,2'")).toBe('estimate');
  expect(sumOf("discount: 'decimal=5,2', value: string")).toBeUndefined();
});
