import type { MigrationInterface } from 'typeorm';

/** Every migration, oldest first. */
export const migrations: readonly (new () => MigrationInterface)[] = [];
