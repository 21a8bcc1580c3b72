import { quoteName } from '../../model/quote.js';
import type { DatabaseKind } from '../database.js';
import { type Enum, mappedName, type Model, type PrismaSchema, schemaOf } from './prisma-schema.js';

/** What the tables of a Prisma schema are made with, as Prisma Migrate makes them. */
export interface Tables {
  readonly kind: DatabaseKind;
  readonly schema: PrismaSchema;
  /** Names a part of which no table or column is made. */
  skip(line: number, text: string, why: string): void;
}

/** A name as SQL, with its schema. */
export const inSchema = (schema: string | null, name: string): string =>
  (schema === null ? '' : `${quoteName(schema)}.`) + quoteName(name);

/** The name of a table as SQL. */
export const tableName = (model: Model): string => inSchema(schemaOf(model), mappedName(model));

/** The type of an enum as SQL. */
export const enumName = (one: Enum): string => inSchema(schemaOf(one), mappedName(one));
