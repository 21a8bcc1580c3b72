import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  describeTables,
  migrate,
  openTestDatabase,
  revertLast,
  type Database,
} from '#engine/testing';
import { project } from '../src/project.js';

let database: Database;
beforeAll(async () => {
  ({ database } = await openTestDatabase(project));
});
afterAll(() => database.close());

describe('migrations', () => {
  it('make the tables that the entities describe', () => {
    const { made, described } = describeTables(database);
    expect(made).toEqual(described);
  });

  it('apply, and revert, and apply again', async () => {
    const applied = await migrate(database);
    expect(applied).toHaveLength(project.migrations.length);
    expect(await revertLast(database)).toBe(applied.at(-1));
    expect(await migrate(database)).toEqual(applied.slice(-1));
  });
});
