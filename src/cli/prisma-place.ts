import type { DatabasePlace } from '../disk/read-database.js';
import { refusal } from '../problem.js';
import { joinFiles, type SchemaFile } from '../pull/prisma/joined-files.js';
import { parsePrisma } from '../pull/prisma/parse-prisma.js';
import { textOf } from '../pull/prisma/prisma-schema.js';
import { prismaDatabase, prismaSql } from '../pull/prisma/prisma-sql.js';
import type { GivenDatabase } from './given-database.js';

/** The database that Prisma would make of a schema. */
export function prismaPlace(
  files: readonly SchemaFile[],
  given: string,
  shown: string,
): GivenDatabase {
  const { text, placed } = joinFiles(files);
  const schema = parsePrisma(text);
  const kind = prismaDatabase(schema);
  const provider = textOf(schema.datasource.get('provider'));
  if (kind === null)
    throw refusal(
      'no-database',
      provider === null
        ? `\`${given}\` does not say of which database it is`
        : `\`${given}\` is of ${provider}, which crudgen does not read`,
      'name a schema whose datasource has `provider = "postgresql"` or `provider = "sqlite"`; a schema of several files is named by its folder',
    );
  if (schema.models.length === 0)
    throw refusal(
      'no-database',
      `\`${given}\` has no models`,
      'name a schema with a `model`; a schema of several files is named by its folder',
    );
  const { statements, skipped } = prismaSql(schema, kind);
  const place: DatabasePlace =
    kind === 'postgres'
      ? { kind: 'postgres-dump', statements }
      : { kind: 'dump', sql: statements.map(({ sql }) => `${sql};\n`).join('') };
  const known: GivenDatabase = { place, shown, secrets: [], skipped, hasNoRows: true };
  return files.length === 1 ? known : { ...known, placed };
}
