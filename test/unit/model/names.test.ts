import { describe, expect, it } from 'vitest';
import {
  camelCase,
  kebabCase,
  pascalCase,
  plural,
  referenceField,
  referenceRelation,
  singular,
  snakeCase,
  titleCase,
  withArticle,
} from '../../../src/model/names.js';

describe('cases', () => {
  it.each([
    ['Task', 'task'],
    ['TeamMember', 'team_member'],
    ['HTTPServer', 'http_server'],
    ['APIKey', 'api_key'],
    ['UserID', 'user_id'],
    ['SKU', 'sku'],
    ['OrderV2', 'order_v2'],
    ['Order2Item', 'order2_item'],
    ['IPv4Address', 'ipv4_address'],
    ['URLs', 'urls'],
    ['team_member', 'team_member'],
    ['team-member', 'team_member'],
    ['plannedWorkHours', 'planned_work_hours'],
  ])('%s -> %s', (name, snake) => {
    expect(snakeCase(name)).toBe(snake);
    expect(kebabCase(name)).toBe(snake.replaceAll('_', '-'));
    expect(snakeCase(snakeCase(name))).toBe(snake);
    expect(snakeCase(pascalCase(snake))).toBe(snake);
    expect(snakeCase(camelCase(name))).toBe(snake);
  });

  it('keeps the capitals of a class name', () => {
    expect(pascalCase('HTTPServer')).toBe('HTTPServer');
    expect(pascalCase('team member')).toBe('TeamMember');
    expect(camelCase('HTTPServer')).toBe('httpServer');
    expect(titleCase('planned_work_hours')).toBe('Planned work hours');
    expect(
      ['OrderLine', 'image_url', 'is_vip', 'SKUs', 'skus', 'external_id'].map(titleCase),
    ).toEqual(['Order line', 'Image URL', 'Is VIP', 'SKUs', 'SKUs', 'External ID']);
  });
});

describe('plurals', () => {
  it.each([
    ['task', 'tasks'],
    ['team_member', 'team_members'],
    ['category', 'categories'],
    ['day', 'days'],
    ['address', 'addresses'],
    ['status', 'statuses'],
    ['box', 'boxes'],
    ['branch', 'branches'],
    ['dish', 'dishes'],
    ['analysis', 'analyses'],
    ['diagnosis', 'diagnoses'],
    ['hypothesis', 'hypotheses'],
    ['person', 'people'],
    ['sales_person', 'sales_people'],
    ['child', 'children'],
    ['equipment', 'equipment'],
    ['company', 'companies'],
    ['warehouse', 'warehouses'],
    ['invoice', 'invoices'],
    ['course', 'courses'],
    ['lens', 'lenses'],
    ['canvas', 'canvases'],
    ['quiz', 'quizzes'],
    ['leaf', 'leaves'],
    ['photo', 'photos'],
    ['hero', 'heroes'],
    ['movie', 'movies'],
    ['license', 'licenses'],
    ['response', 'responses'],
    ['exercise', 'exercises'],
    ['shoe', 'shoes'],
    ['expense', 'expenses'],
    ['race', 'races'],
  ])('%s <-> %s', (one, many) => {
    expect(plural(one)).toBe(many);
    expect(singular(many)).toBe(one);
    expect(plural(many)).toBe(many);
    expect(singular(one)).toBe(one);
  });

  it('keeps capitals', () => expect(plural('SalesPerson')).toBe('SalesPeople'));
});

describe('references', () => {
  it('are the same with and without _id', () => {
    for (const name of ['project', 'project_id']) {
      expect([referenceField(name), referenceRelation(name)]).toEqual(['project_id', 'project']);
    }
  });
});

it.each(['an order', 'an hour', 'an umbrella', 'a unit', 'a user', 'a one time code', 'a task'])(
  'the article goes by sound: %s',
  (text) => expect(withArticle(text.replace(/^an? /, ''))).toBe(text),
);
