import { describe, expect, it } from 'vitest';
import { featuresOf } from '../../../src/render/features.js';
import { draftText } from '../../../src/render/draft.js';
import { renderRoute } from '../../../src/render/render-endpoint.js';
import { renderModel } from '../../../src/render/render-model.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { templates } from '../../golden/example.js';
import { keyedApp } from '../../support/keyed-app.js';

const app = keyedApp(['admin']);

const fileOf = (name: string, end: string): string => {
  const model = app.models.find((one) => one.name === name)!;
  const [, draft] = [...renderModel(app, model, templates())].find(([path]) => path.endsWith(end))!;
  return draftText(draft);
};
const entity = (name: string): string => fileOf(name, '.model.ts');

/** The member of a class, with its decorators. */
const memberIn = (text: string, name: string): string =>
  text
    .slice(text.indexOf('{\n', text.indexOf('export class')) + 2)
    .split('\n\n')
    .find((member) => new RegExp(`^  ${name}[!?]:`, 'm').test(member))!
    .replace(/^ {2}/gm, '')
    .trim();

describe('an entity', () => {
  it.each([
    ['Plain', 'id', ['@PrimaryGeneratedColumn()', 'id!: number;']],
    ['Label', 'id', ["@PrimaryGeneratedColumn('uuid')", 'id!: string;']],
    ['Ticket', 'id', ['@Field({ makes: uuidv7 })', '@PrimaryColumn(UUID)', 'id!: string;']],
    [
      'TicketItem',
      'uid',
      [
        '@Field({ makes: uuidv7 })',
        "@PrimaryColumn(UUID, { name: 'ticket_item_uid' })",
        'uid!: string;',
      ],
    ],
    ['Entry', 'id', ["@PrimaryGeneratedColumn('increment', { type: 'bigint' })", 'id!: string;']],
    [
      'Account',
      'number',
      [
        '@Field({ min: 1 })',
        "@PrimaryColumn('bigint', { transformer: BIGINT })",
        'number!: string;',
      ],
    ],
    ['Film', 'film_id', ['@PrimaryGeneratedColumn()', 'film_id!: number;']],
    [
      'Country',
      'code',
      [
        "@Field({ pattern: '^[A-Z]{2}$' })",
        "@PrimaryColumn('varchar', { length: 2 })",
        'code!: string;',
      ],
    ],
  ])('has the primary key of %s', (model, name, lines) => {
    expect(memberIn(entity(model), name).split('\n')).toEqual(lines);
  });

  it.each([
    ['Ticket', 'country_id', "@Column('varchar', { length: 2 })", 'string'],
    ['Ticket', 'parent_id', '@Column(UUID, { nullable: true })', 'string | null'],
    ['Ticket', 'author_id', "@Column('integer', { nullable: true })", 'number | null'],
    ['Entry', 'ticket_id', '@Column(UUID, { nullable: true })', 'string | null'],
    ['Entry', 'account_id', "@Column('bigint', { transformer: BIGINT })", 'string'],
    [
      'TicketItem',
      'entry_id',
      "@Column('bigint', { transformer: BIGINT, nullable: true })",
      'string | null',
    ],
    ['Plain', 'film_id', "@Column('integer')", 'number'],
  ])('has references of the type of their key: %s.%s', (model, name, column, type) => {
    const member = memberIn(entity(model), name);
    expect(member).toContain(column);
    expect(member).toContain(`${name}!: ${type};`);
  });

  it('imports no more than it needs', () => {
    expect(entity('Label')).not.toContain('uuidv7');
    expect(entity('Ticket')).toMatch(
      /} from 'typeorm';\nimport { v7 as uuidv7 } from 'uuid';\nimport { .*\bField\b.*\bUUID\b.* } from '#engine';/,
    );
    expect(entity('Country').split('\n')[0]).not.toContain('PrimaryGeneratedColumn');
  });
});

it('brings what keys of several fields need only for such keys', () => {
  const featuresFor = (fields: string) => {
    const one = appOfSpec('app', `models:\n  Stock: { fields: { ${fields} } }\n`);
    return featuresOf(one, templates()).map(({ name }) => name);
  };
  expect(featuresFor('place: string:key, day: date:key')).toContain('composite-keys');
  expect(featuresFor('place: string:key, day: date')).not.toContain('composite-keys');
});

it('brings the package that makes keys only for keys that it makes', () => {
  const names = (models: typeof app.models) =>
    featuresOf({ ...app, models }, templates()).map(({ name }) => name);
  expect(names(app.models)).toContain('uuid-keys');
  const others = app.models.filter(({ name }) => !name.startsWith('Ticket'));
  expect(names(others)).not.toContain('uuid-keys');
});

describe('the tests of a model', () => {
  it.each([
    ['Country', "{ code: fresh.like('AA'), name: 'some name' }"],
    ['Account', '{ number: fresh.bigint(1) }'],
    ['Label', '{ name: fresh.text() }'],
    ['Film', "{ title: 'some title' }"],
  ])('give a key only if the client does: %s', (model, values) => {
    expect(fileOf(model, '.test.ts')).toContain(`return ${values};`);
  });

  it('never change a key, and repeat it in a row that is refused', () => {
    const text = fileOf('Account', '.test.ts');
    expect(text).toContain("const change = { note: 'another note' };");
    expect(text).toContain("it('is refused with the number of another one'");
    expect(fileOf('Entry', '.test.ts')).not.toContain('with the id of another one');
  });

  it('encode ids that may have any characters', () => {
    expect(fileOf('Country', '.test.ts')).toContain('${PATH}/${encodeURIComponent(row.id)}');
    expect(fileOf('Ticket', '.test.ts')).not.toContain('encodeURIComponent');
  });
});

it('leaves the schema of an id in a path to the service, unless it is an integer', () => {
  const routeOf = (name: string) =>
    renderRoute(
      app.models.find((one) => one.name === name)!,
      { method: 'post', path: '/:id/archive', action: 'edit' },
      templates(),
    ).join('\n');
  expect(routeOf('Plain')).toContain("schema: { $ref: '#/components/schemas/id' }");
  expect(routeOf('Ticket')).not.toContain('parameters:');
});
