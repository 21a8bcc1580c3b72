import { describe, expect, it } from 'vitest';
import { parsePrisma } from '../../../src/pull/prisma/parse-prisma.js';
import { prismaDatabase, prismaSql } from '../../../src/pull/prisma/prisma-sql.js';

const POSTGRES = 'datasource db {\n  provider = "postgresql"\n}\n';
const SQLITE = POSTGRES.replace('postgresql', 'sqlite');

/** The SQL of a schema, on one line each, and what was left out with its line. */
function made(text: string) {
  const schema = parsePrisma(text);
  const { statements, skipped } = prismaSql(schema, prismaDatabase(schema)!);
  return {
    sql: statements.map(({ sql }) => sql.replace(/\s+/g, ' ')),
    skipped: skipped.map(({ line, text: part, why }) => `${line} ${part}: ${why}`),
  };
}

/** The SQL of one model with an id. */
const columns = (fields: string, start = POSTGRES): string =>
  made(`${start}model Thing {\n  id Int @id\n${fields}\n}\n`).sql[0]!;

describe('a schema of PostgreSQL', () => {
  it.each([
    ['a String', '"a" TEXT NOT NULL'],
    ['a String? @db.VarChar(80)', '"a" VARCHAR(80)'],
    ['a String @default("it\'s \\"so\\"")', `"a" TEXT NOT NULL DEFAULT 'it''s "so"'`],
    ['a String @default(uuid(7)) @db.Uuid', '"a" UUID NOT NULL,'],
    ['a String @default(dbgenerated("gen_random_uuid()"))', 'DEFAULT gen_random_uuid()'],
    ['a Int @default(-1)', '"a" INTEGER NOT NULL DEFAULT -1'],
    ['a BigInt @default(autoincrement())', '"a" BIGSERIAL NOT NULL'],
    ['a Int @default(autoincrement()) @db.SmallInt', '"a" SMALLSERIAL NOT NULL'],
    ['a Float @db.Real', '"a" REAL NOT NULL'],
    ['a Float', '"a" DOUBLE PRECISION NOT NULL'],
    ['a Decimal', '"a" DECIMAL(65,30) NOT NULL'],
    ['a Decimal @db.Decimal(12, 2)', '"a" DECIMAL(12,2) NOT NULL'],
    ['a DateTime @default(now()) @db.Timestamptz(6)', 'TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT'],
    ['a DateTime @updatedAt', '"a" TIMESTAMP(3) NOT NULL'],
    ['a Json? @default("{}")', `"a" JSONB DEFAULT '{}'`],
    ['a Bytes', '"a" BYTEA NOT NULL'],
    ['a Boolean @default(true) @map("is_a")', '"is_a" BOOLEAN NOT NULL DEFAULT true'],
    ['a String[] @default(["x", "y"])', `"a" TEXT[] DEFAULT ARRAY['x', 'y']::TEXT[]`],
    ['a Int[]', '"a" INTEGER[]'],
    ['a Unsupported("tsvector")?', '"a" tsvector'],
  ])('has a column of `%s`', (field, sql) => {
    expect(columns(`  ${field}\n  z Int`)).toContain(sql);
  });

  it('has keys, indexes and unique groups', () => {
    const text = `${POSTGRES}
model Seat {
  row    Int
  number Int
  code   String @unique @map("seat_code")
  tags   Json
  sold   DateTime?

  @@id([row, number])
  @@unique([number, row], map: "backwards")
  @@unique([code, row], name: "byCode")
  @@index([sold(sort: Desc), row])
  @@index(fields: [tags(ops: JsonbPathOps)], type: Gin)
  @@index([code(ops: raw("text_pattern_ops"))], where: raw("sold IS NULL"))
  @@map("seats")
}`;
    expect(made(text)).toEqual({
      sql: [
        'CREATE TABLE "seats" ( "row" INTEGER NOT NULL, "number" INTEGER NOT NULL, "seat_code" TEXT NOT NULL, ' +
          '"tags" JSONB NOT NULL, "sold" TIMESTAMP(3), CONSTRAINT "seats_pkey" PRIMARY KEY ("row", "number") )',
        'CREATE UNIQUE INDEX "seats_seat_code_key" ON "seats" ("seat_code")',
        'CREATE UNIQUE INDEX "backwards" ON "seats" ("number", "row")',
        'CREATE UNIQUE INDEX "seats_seat_code_row_key" ON "seats" ("seat_code", "row")',
        'CREATE INDEX "seats_sold_row_idx" ON "seats" ("sold" DESC, "row")',
        'CREATE INDEX "seats_tags_idx" ON "seats" USING gin ("tags" jsonb_path_ops)',
        'CREATE INDEX "seats_seat_code_idx" ON "seats" ("seat_code" text_pattern_ops) WHERE sold IS NULL',
      ],
      skipped: [],
    });
  });

  it('has foreign keys, to itself, and tables between models', () => {
    const text = `${POSTGRES}
model User {
  id       Int    @id @default(autoincrement())
  boss     User?  @relation("Bosses", fields: [bossId], references: [id])
  bossId   Int?   @map("boss_id")
  team     User[] @relation("Bosses")
  posts    Post[]
  likes    Post[] @relation("Likes")
  friends  User[] @relation("Friends")
  friendOf User[] @relation("Friends")
}
model Post {
  id       String @id @db.Uuid
  author   User   @relation(fields: [authorId], references: [id], onDelete: Cascade, onUpdate: NoAction)
  authorId Int
  likedBy  User[] @relation("Likes")
}`;
    const { sql } = made(text);
    expect(sql.filter((one) => one.includes('"_'))).toEqual([
      'CREATE TABLE "_Likes" ( "A" UUID NOT NULL, "B" INTEGER NOT NULL, CONSTRAINT "_Likes_AB_pkey" PRIMARY KEY ("A", "B"), ' +
        'CONSTRAINT "_Likes_A_fkey" FOREIGN KEY ("A") REFERENCES "Post" ("id") ON DELETE CASCADE ON UPDATE CASCADE, ' +
        'CONSTRAINT "_Likes_B_fkey" FOREIGN KEY ("B") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE )',
      'CREATE INDEX "_Likes_B_index" ON "_Likes" ("B")',
      expect.stringContaining('CREATE TABLE "_Friends" ( "A" INTEGER NOT NULL, "B" INTEGER'),
      'CREATE INDEX "_Friends_B_index" ON "_Friends" ("B")',
    ]);
    expect(sql.filter((one) => one.startsWith('ALTER'))).toEqual([
      'ALTER TABLE "User" ADD CONSTRAINT "User_boss_id_fkey" FOREIGN KEY ("boss_id") REFERENCES "User" ("id") ON DELETE SET NULL ON UPDATE CASCADE',
      'ALTER TABLE "Post" ADD CONSTRAINT "Post_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE NO ACTION',
    ]);
  });

  it('has schemas, extensions, enums and documentation', () => {
    const text = `datasource db {
  provider   = "postgresql"
  url        = env("DATABASE_URL") // from outside
  schemas    = ["public", "sales"]
  extensions = [citext, pgcrypto(version: "1.3")]
}
enum State {
  Open   @map("open")
  Closed
  @@map("order_state")
  @@schema("sales")
}
/// An order.
/// It may be large.
model Order {
  id    Int     @id
  state State   @default(Open) /// How far it is.
  other State[] @default([Open])
  @@schema("sales")
}`;
    expect(made(text).sql).toEqual([
      'CREATE SCHEMA "sales"',
      'CREATE EXTENSION IF NOT EXISTS "citext"',
      'CREATE EXTENSION IF NOT EXISTS "pgcrypto"',
      `CREATE TYPE "sales"."order_state" AS ENUM ('open', 'Closed')`,
      `CREATE TABLE "sales"."Order" ( "id" INTEGER NOT NULL, "state" "sales"."order_state" NOT NULL DEFAULT 'open', ` +
        `"other" "sales"."order_state"[] DEFAULT ARRAY['open']::"sales"."order_state"[], CONSTRAINT "Order_pkey" PRIMARY KEY ("id") )`,
      `COMMENT ON TABLE "sales"."Order" IS 'An order. It may be large.'`,
      `COMMENT ON COLUMN "sales"."Order"."state" IS 'How far it is.'`,
    ]);
  });

  it('has no foreign keys where the client keeps relations', () => {
    const text = `datasource db {\n  provider = "postgresql"\n  relationMode = "prisma"\n}
model A {\n  id Int @id\n  b B @relation(fields: [bId], references: [id])\n  bId Int\n}
model B {\n  id Int @id\n  as A[]\n}`;
    expect(made(text).sql.join()).not.toContain('FOREIGN KEY');
  });
});

it('a schema of SQLite has its types, counted keys, and checks in place of enums', () => {
  const text = `${SQLITE}
enum Kind {
  A
  B @map("b")
}
model Thing {
  id    Int      @id @default(autoincrement())
  kind  Kind     @default(B)
  made  DateTime @default(now())
  data  Bytes?
  price Decimal
  upper Thing?   @relation("Tree", fields: [over], references: [id])
  over  Int?
  below Thing[]  @relation("Tree")
  words String[]
}`;
  expect(made(text)).toEqual({
    sql: [
      `CREATE TABLE "Thing" ( "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, "kind" TEXT NOT NULL DEFAULT 'b' CHECK ("kind" IN ('A', 'b')), ` +
        '"made" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP, "data" BLOB, "price" DECIMAL NOT NULL, "over" INTEGER, ' +
        'CONSTRAINT "Thing_over_fkey" FOREIGN KEY ("over") REFERENCES "Thing" ("id") ON DELETE SET NULL ON UPDATE CASCADE )',
    ],
    skipped: ['18 Thing.words String: SQLite has no lists of values'],
  });
});

it('names what cannot be read with its line, and reads the rest', () => {
  const text = `${POSTGRES}
generator client {
  provider = "prisma-client-js"
  previewFeatures = ["views"]
}
view Sales {
  id Int @unique
}
type Photo {
  width Int
}
model Thing {
  id   Int @id
  odd  Unknown
  half Int @default(
  good String /* fine */ @unique
  $bad
  @@fulltext([good])
}`;
  const { sql, skipped } = made(text);
  expect(sql.join()).toContain('CREATE TABLE "Thing"');
  expect(skipped).toEqual([
    '9 view Sales {: a Prisma schema does not have the SQL of its views: pull the database itself',
    '12 type Photo {: only MongoDB has composite types',
    expect.stringMatching(/^17 Thing\.odd Unknown: there is no type, enum or model `Unknown`/),
    expect.stringMatching(/^18 half Int @default\(: /),
    expect.stringMatching(/^20 \$bad: /),
    '21 @@fulltext: crudgen does not know this attribute',
  ]);
});

it.each([
  ['mysql', null],
  ['mongodb', null],
  ['sqlite', 'sqlite'],
  ['postgres', 'postgres'],
])('of %s is %s', (provider, kind) => {
  expect(prismaDatabase(parsePrisma(`datasource db { provider = "${provider}" }`))).toBe(kind);
});
