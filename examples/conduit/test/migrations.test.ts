import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  describeTables,
  migrate,
  openTestDatabase,
  revertLast,
  type OpenTestDatabase,
} from '#engine/testing';
import { project } from '../src/project.js';

let opened: OpenTestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase(project);
});
afterAll(() => opened.close());

describe('migrations', () => {
  it('make the tables that the entities describe', () => {
    const { made, described } = describeTables(opened.database);
    expect(made).toEqual(described);
  });

  it('apply, and revert, and apply again', async () => {
    const { database } = opened;
    const applied = await migrate(database);
    expect(applied).toHaveLength(project.migrations.length);
    expect(await revertLast(database)).toBe(applied.at(-1));
    expect(await migrate(database)).toEqual(applied.slice(-1));
  });
});
