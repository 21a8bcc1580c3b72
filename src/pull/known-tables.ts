import type { Schema } from '../schema/engine/schema.js';
import { RESERVED_TABLES } from '../spec/reserved.js';
import { isBookkeeping } from './choose-tables.js';
import { isTrigramOf } from './compare-tables.js';
import type { Table } from './database.js';

/** Whether a table that no model has needs no words: the service, the database or another tool keeps something of its own in it. */
export const isKeptByTools = ({ name, kind }: Table, wanted: Schema): boolean =>
  kind === 'shadow' ||
  kind === 'partition' ||
  kind === 'extension' ||
  RESERVED_TABLES.has(name) ||
  isBookkeeping(name) ||
  Object.entries(wanted.tables).some(([table, schema]) => isTrigramOf(name, table, schema));
