import type { LayoutMove } from './layout-move.js';

const DATABASE = 'engine/database';
const FIELDS = 'engine/fields';
const RECORDS = 'engine/records';
const POSTGRES = 'engine/database/postgres';
const READING = 'engine/records/reading';

/** The files of lines in the engine, by their old folders. */
const LINES = {
  records: ['write-lines'],
  'records/writing': [
    ...['line-parents', 'line-places', 'line-values', 'lines', 'prepare-lines'],
    ...['problems-of-lines', 'unknown-lines'],
  ],
  'records/reading': ['read-lines'],
  model: ['check-lines'],
  service: ['lines-past-endpoints'],
};
/** The tests of lines, and the models that they use. */
const LINE_TESTS = {
  records: ['lines-suite', 'lines-of-lines-suite', 'unique-lines-suite'],
  fixtures: ['invoices', 'parcels', 'racks'],
};
/** The grid of lines in forms. */
const LINE_FORMS = [
  ...['line-differences.tsx', 'line-ends.tsx', 'line-keys.ts', 'line-row.tsx', 'line-styles.ts'],
  ...['lines-input.tsx', 'plain-value.tsx', 'use-lines.ts', 'use-open-lines.ts'],
];

/** Moves of files from several folders into a single one. */
const inRoom = (
  root: string,
  names: Readonly<Record<string, readonly string[]>>,
  room: string,
): readonly (readonly [string, string])[] =>
  Object.entries(names).flatMap(([folder, files]) =>
    files.map((name) => [`${root}/${folder}/${name}.ts`, `${room}/${name}.ts`] as const),
  );

/** Lines as a feature, and a file for each subject of dialects, pages and types of fields. */
export const layout: LayoutMove = {
  since: '0.8.0',
  until: '1.0.0',
  moves: [
    [
      `${POSTGRES}/health-connection.ts`,
      `${POSTGRES}/health-connection.ts`,
      `${POSTGRES}/pool-connections.ts`,
    ],
    [
      `${READING}/page-size.ts`,
      `${READING}/measure-page.ts`,
      `${READING}/encode-records.ts`,
      `${READING}/too-large.ts`,
    ],
    [
      'engine/routes/route-context.ts',
      'engine/routes/route-context.ts',
      'engine/routes/read-input.ts',
      'engine/routes/check-schema.ts',
    ],
    [`${RECORDS}/find.ts`, `${RECORDS}/find.ts`, `${READING}/expand.ts`],
    [`${RECORDS}/upsert-many.ts`, `${RECORDS}/upsert.ts`],
    [
      `${RECORDS}/create-engine.ts`,
      `${RECORDS}/create-engine.ts`,
      `${RECORDS}/records-for-code.ts`,
    ],
    ['engine/test/records/page-size.test.ts', 'engine/test/records/encode-records.test.ts'],
    [`${RECORDS}/line-steps.ts`, 'engine/lines/steps.ts'],
    ...inRoom('engine', LINES, 'engine/lines'),
    ...inRoom('engine/test', LINE_TESTS, 'engine/test/lines'),
    [`${RECORDS}/code-values.ts`, `${RECORDS}/code-values.ts`, 'engine/lines/code-values.ts'],
    [
      'engine/docs/model-schemas.ts',
      'engine/docs/model-schemas.ts',
      'engine/lines/line-schemas.ts',
    ],
    ['ui/api/lines.ts', 'ui/lines/lines.ts'],
    ['ui/api/line-differences.ts', 'ui/lines/differences.ts'],
    ['ui/components/line-totals.ts', 'ui/lines/line-totals.ts'],
    ['ui/components/show/record-lines.tsx', 'ui/lines/record-lines.tsx'],
    ...LINE_FORMS.map((name): [string, string] => [
      `ui/components/form/${name}`,
      `ui/lines/${name}`,
    ]),
    [
      `${FIELDS}/check-value.ts`,
      `${FIELDS}/check-value.ts`,
      `${FIELDS}/limits.ts`,
      `${FIELDS}/storable.ts`,
    ],
    [
      `${RECORDS}/query/parse-text.ts`,
      `${FIELDS}/field-types.ts`,
      `${RECORDS}/query/filter-operators.ts`,
    ],
    ['engine/http/read-body.ts', 'engine/http/read-body.ts', `${FIELDS}/storable.ts`],
    [
      `${RECORDS}/aggregate-list.ts`,
      `${RECORDS}/aggregate-list.ts`,
      `${RECORDS}/reading/read-groups.ts`,
    ],
    [
      `${DATABASE}/dialect.ts`,
      `${DATABASE}/dialect.ts`,
      `${DATABASE}/query-dialect.ts`,
      `${DATABASE}/schema-dialect.ts`,
      `${DATABASE}/codec.ts`,
    ],
    [
      `${DATABASE}/postgres/postgres-dialect.ts`,
      `${DATABASE}/postgres/postgres-dialect.ts`,
      `${DATABASE}/postgres/query-dialect.ts`,
      `${DATABASE}/postgres/bulk-dialect.ts`,
      `${DATABASE}/postgres/errors.ts`,
    ],
    [
      `${DATABASE}/sqlite/sqlite-dialect.ts`,
      `${DATABASE}/sqlite/sqlite-dialect.ts`,
      `${DATABASE}/sqlite/query-dialect.ts`,
      `${DATABASE}/sqlite/bulk-dialect.ts`,
      `${DATABASE}/sqlite/errors.ts`,
      `${DATABASE}/sqlite/inline-foreign-keys.ts`,
    ],
  ],
  gone: {
    [`${POSTGRES}/health-connection.ts`]: {
      connectionsOf: `\`PoolConnections\` in ${POSTGRES}/pool-connections.ts`,
      idleOf: `\`PoolConnections\` in ${POSTGRES}/pool-connections.ts`,
    },
    'engine/http/serve.ts': {
      fastExpress: '`fastPrototypes` in engine/http/serve.ts',
    },
    [`${RECORDS}/create-engine.ts`]: {
      readsOf: `\`FUNCTIONS\` in ${RECORDS}/records-for-code.ts`,
      writesOf: `\`FUNCTIONS\` in ${RECORDS}/records-for-code.ts`,
      plainWritesOf: `\`FUNCTIONS\` in ${RECORDS}/records-for-code.ts`,
    },
    [`${RECORDS}/find.ts`]: {
      readWhere: `\`relatedBy\` in ${READING}/expand.ts`,
    },
    [`${RECORDS}/list.ts`]: {
      readWithTotal: `\`readPage\` in ${READING}/read-page.ts`,
    },
    [`${RECORDS}/upsert-many.ts`]: {
      upserted: `\`upsertMany\` in ${RECORDS}/upsert.ts`,
    },
    [`${READING}/read-page.ts`]: {
      readCountedPage: `\`readPage\` in ${READING}/read-page.ts`,
      readBehind: `\`readPage\` in ${READING}/read-page.ts`,
      readAtOnce: `\`readRows\` in ${READING}/read-page.ts`,
      readBehindAtOnce: `\`readRows\` in ${READING}/read-page.ts`,
      foundIn: `\`readRows\` in ${READING}/read-page.ts`,
      placeOf: `\`planPage\` in ${READING}/page-plan.ts`,
    },
    [`${RECORDS}/query/parse-text.ts`]: {
      parseText: `\`parse\` of \`FIELD_TYPES\` in ${FIELDS}/field-types.ts`,
    },
    [`${RECORDS}/conditions/where-from-code.ts`]: {
      formOf: `\`compare\` of \`FIELD_TYPES\` in ${FIELDS}/field-types.ts`,
    },
    [`${RECORDS}/aggregate.ts`]: {
      rowOf: `\`groupOf\` in ${RECORDS}/reading/read-groups.ts`,
    },
    [`${RECORDS}/reading/read-groups.ts`]: {
      FoundGroup: '`AggregateGroup` in engine/model/operations.ts',
    },
    'engine/access/row-rules.ts': {
      kindFits: `\`isKind\` of \`FIELD_TYPES\` in ${FIELDS}/field-types.ts`,
    },
    [`${RECORDS}/query/parse-query.ts`]: {
      parseExpandOfOne: `\`parseExpand\` in ${RECORDS}/query/parse-query.ts`,
    },
  },
};
