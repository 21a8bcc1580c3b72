import { describe, expect, it } from 'vitest';
import { featuresOf } from '../../../src/render/features.js';
import { renderModel } from '../../../src/render/render-model.js';
import { templates } from '../../golden/example.js';
import { keyedApp } from '../../support/keyed-app.js';

const app = keyedApp(['admin']);

const fileOf = (name: string, end: string): string => {
  const model = app.models.find((one) => one.name === name)!;
  const drafts = renderModel(app, model, templates());
  return [...drafts].find(([path]) => path.endsWith(end))![1].text;
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

it('brings the package that makes keys only for keys that it makes', () => {
  const names = (models: typeof app.models) =>
    featuresOf({ ...app, models }, templates()).map(({ name }) => name);
  expect(names(app.models)).toContain('uuid-keys');
  const others = app.models.filter(({ name }) => !name.startsWith('Ticket'));
  expect(names(others)).not.toContain('uuid-keys');
});
