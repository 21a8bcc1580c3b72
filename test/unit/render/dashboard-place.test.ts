import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dashboardPlace } from '../../../src/render/web/dashboard-place.js';
import { appOfSpec } from '../../golden/app-of-spec.js';

const garage = readFileSync(join(import.meta.dirname, '../../fixtures/garage.yaml'), 'utf8');
const placesIn = (spec: string) => {
  const app = appOfSpec('app', spec);
  return Object.fromEntries(app.models.map((model) => [model.name, dashboardPlace(app, model)]));
};

test('what the business is about comes first; lines, tags and categories come last', () => {
  const places = placesIn(garage);
  const at = (place: 'first' | 'last') =>
    Object.keys(places).filter((one) => places[one] === place);
  expect(at('first')).toEqual(['WorkOrder', 'Invoice']);
  expect(at('last')).toEqual(['WorkOrderLine', 'PartCategory', 'Tag']);
});

test('a link between two models comes last; a small model to which nothing refers does not', () => {
  const places = placesIn(`
models:
  Link: { fields: { title: string, url: string } }
  Film: { fields: { title: string, seen_on: date, rating: integer, plot: text } }
  Actor: { fields: { name: string, born_on: date, height: float, bio: text } }
  Part:
    fields:
      film: ref=Film:required
      actor: ref=Actor:required
      as: string
`);
  expect(places).toEqual({ Link: null, Film: null, Actor: null, Part: 'last' });
});
