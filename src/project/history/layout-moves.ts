import type { Moves } from '../../refactor/relocate.js';
import type { ExportNames } from '../../refactor/rename-exports.js';
import { compareVersions, OLDEST } from '../../version.js';

/** Files that a version of crudgen writes to other paths than before. */
export interface LayoutMove {
  /** The first version with the new paths. */
  readonly since: string;
  /** The first match counts. */
  readonly moves: readonly Move[];
  /** Declarations with another name now, by the old paths of their files: old name -> new name. Imports follow. */
  readonly names?: Declarations;
  /**
   * Declarations that are gone, by the old paths of their files: name -> the place that now does their work, such as
   * `engine/a.ts` or '`lockRows` in engine/a.ts'. Developers who have edited or imported one are told the place.
   */
  readonly gone?: Declarations;
}

/**
 * Old path -> new path; a folder ends in `/`, and `<model>` is the name of a model's files. Files with the same new path are
 * folded into one. A file with several new paths is split: each declaration goes to the file that declares it now, a private
 * one that is gone stays with its user, and everything else goes to the first. A file that also keeps its path names it first.
 */
type Move = readonly [from: string, to: string, ...others: string[]];

type Declarations = Readonly<Record<string, Readonly<Record<string, string>>>>;

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

const DATABASE = 'engine/database';
const FIELDS = 'engine/fields';
const RECORDS = 'engine/records';
const POSTGRES = 'engine/database/postgres';
const WRITING = 'engine/records/writing';
const READING = 'engine/records/reading';

/** The files of some folders, all of them in one now. */
const inRoom = (
  root: string,
  names: Readonly<Record<string, readonly string[]>>,
  room: string,
): readonly (readonly [string, string])[] =>
  Object.entries(names).flatMap(([folder, files]) =>
    files.map((name) => [`${root}/${folder}/${name}.ts`, `${room}/${name}.ts`] as const),
  );

/** Every layout change, oldest first, since `OLDEST`. `upgrade` applies those that a project has not seen. */
export const LAYOUT_MOVES: readonly LayoutMove[] = [
  {
    // Plates are found as telephone numbers are.
    since: '0.6.0',
    moves: [
      ['engine/fields/phone-numbers.ts', 'engine/fields/grouped-numbers.ts'],
      ['engine/test/records/phone-search-suite.ts', 'engine/test/records/grouped-numbers-suite.ts'],
      // Nobody gives roles above their own.
      ['engine/auth/admin-users.ts', 'engine/auth/ceiling.ts'],
      ['engine/test/auth/admin-users.test.ts', 'engine/test/auth/ceiling.test.ts'],
      ['engine/auth/first-start.ts', 'engine/auth/first-start.ts', 'engine/auth/preset-roles.ts'],
      ['ui/components/list/filters.tsx', 'ui/components/list/filters.tsx', 'ui/api/days.ts'],
      [
        'ui/components/record-picker.tsx',
        'ui/components/record-picker.tsx',
        'ui/components/record-option.tsx',
      ],
    ],
    gone: {
      'engine/auth/admin-users.ts': {
        changesSignIn: '`keepBelow` in engine/auth/ceiling.ts',
        changeableBy: '`below` in engine/auth/ceiling.ts',
        keepFromAdmin: '`keepBelow` in engine/auth/ceiling.ts',
      },
    },
  },
  {
    // The core names no feature.
    since: '0.7.0',
    moves: [
      ['engine/routes/write-once.ts', 'engine/routes/request-writes.ts'],
      ['engine/docs/keyed-paths.ts', 'engine/idempotency/described-writes.ts'],
      // One pipeline does every write.
      [`${RECORDS}/create-many.ts`, `${RECORDS}/create.ts`],
      [`${RECORDS}/update-many.ts`, `${RECORDS}/update.ts`],
      [`${RECORDS}/write-many.ts`, `${RECORDS}/write.ts`, `${WRITING}/each-in-turn.ts`],
      [`${WRITING}/check-together.ts`, `${RECORDS}/write.ts`],
      [`${WRITING}/update-stored.ts`, `${RECORDS}/write.ts`],
      [`${WRITING}/stored-row.ts`, `${WRITING}/stored-rows.ts`, `${WRITING}/draft.ts`],
      [`${WRITING}/lock-row.ts`, `${WRITING}/lock-rows.ts`],
      [`${WRITING}/transact-many.ts`, `${WRITING}/each-in-turn.ts`],
      [
        `${WRITING}/check-references.ts`,
        `${WRITING}/references.ts`,
        `${WRITING}/problems-of-lines.ts`,
      ],
      [`${WRITING}/known-references.ts`, `${WRITING}/found-references.ts`],
      [`${WRITING}/prepare-lines.ts`, `${WRITING}/prepare-lines.ts`, `${RECORDS}/scope.ts`],
      [`${WRITING}/read-all-written.ts`, `${WRITING}/written-record.ts`],
      [`${WRITING}/single-statement.ts`, `${WRITING}/write-plan.ts`],
    ],
    gone: {
      [`${RECORDS}/create.ts`]: {
        insert: `\`writeRows\` in ${RECORDS}/write.ts`,
      },
      [`${RECORDS}/update.ts`]: {
        store: `\`writeRows\` in ${RECORDS}/write.ts`,
      },
      [`${RECORDS}/write-many.ts`]: {
        writeMany: `\`writeAll\` in ${RECORDS}/write.ts`,
        writeUnread: `\`writeAll\` in ${RECORDS}/write.ts`,
      },
      [`${RECORDS}/scope.ts`]: {
        isReplicated: '`readLong` in engine/records/scope.ts',
      },
      [`${RECORDS}/reading/record-reader.ts`]: {
        createEntityReader: `\`createReader\` in ${RECORDS}/reading/record-reader.ts`,
        entityValues: `\`decodeRow\` in ${RECORDS}/reading/record-reader.ts`,
      },
      'engine/auth/directory.ts': {
        readUser: '`usersTable` in engine/auth/access-table.ts',
      },
      [`${RECORDS}/prepare.ts`]: {
        isSlow: `\`isSlow\` of the plan in ${WRITING}/write-plan.ts`,
      },
      [`${WRITING}/stored-row.ts`]: {
        readStored: `\`readStoredRows\` in ${WRITING}/stored-rows.ts`,
        storedValues: `\`readStoredRows\` in ${WRITING}/stored-rows.ts`,
        insertRow: `\`insertRows\` in ${WRITING}/stored-rows.ts`,
        insertAlone: `\`insertRows\` in ${WRITING}/stored-rows.ts`,
        updateRow: `\`updateRows\` in ${WRITING}/stored-rows.ts`,
        change: `\`updateRows\` in ${WRITING}/stored-rows.ts`,
        insertedValues: `\`insertRows\` in ${WRITING}/stored-rows.ts`,
        updatedValues: `\`updateRows\` in ${WRITING}/stored-rows.ts`,
        namesOf: `\`insertRows\` in ${WRITING}/stored-rows.ts`,
      },
      [`${WRITING}/line-parents.ts`]: {
        lockNextParents: `\`LineSteps\` in ${RECORDS}/scope.ts`,
      },
      [`${WRITING}/lock-row.ts`]: {
        lockRow: `\`lockRows\` in ${WRITING}/lock-rows.ts`,
        requireRow: `\`requireRows\` in ${WRITING}/lock-rows.ts`,
      },
      [`${WRITING}/transact-many.ts`]: {
        transactMany: `\`transact\` in ${WRITING}/transact.ts`,
        ManyWrites: `\`Transaction\` in ${WRITING}/transact.ts`,
        PlacedWrite: `\`WriteItem\` in ${RECORDS}/write.ts`,
      },
      [`${WRITING}/check-together.ts`]: {
        checkTogether: `\`writeRows\` in ${RECORDS}/write.ts`,
        rowBefore: `\`writeRows\` in ${RECORDS}/write.ts`,
        RowsBefore: `\`writeRows\` in ${RECORDS}/write.ts`,
      },
      [`${WRITING}/update-stored.ts`]: {
        updateStored: `\`writeRows\` in ${RECORDS}/write.ts`,
      },
      [`${WRITING}/known-references.ts`]: {
        KnownReferences: `\`FoundReferences\` in ${WRITING}/found-references.ts`,
      },
      [`${WRITING}/read-all-written.ts`]: {
        readAllWritten: `\`readWritten\` in ${WRITING}/written-record.ts`,
        WrittenItem: `\`StoredWrite\` in ${WRITING}/written-record.ts`,
      },
      [`${WRITING}/written-record.ts`]: {
        readAfterHooks: `\`readAgain\` in ${WRITING}/written-record.ts`,
      },
      [`${WRITING}/single-statement.ts`]: {
        needsNoTransaction: `\`isSingleStatement\` in ${WRITING}/write-plan.ts`,
      },
      [`${WRITING}/refused-write.ts`]: {
        carryRefusals: `\`carryingWrite\` in ${WRITING}/refused-write.ts`,
      },
      [`${WRITING}/run-hooks.ts`]: {
        needsEachRow: `\`isEachRow\` of the plan in ${WRITING}/write-plan.ts`,
        callsCode: `\`runsCode\` of the plan in ${WRITING}/write-plan.ts`,
        isReadForCode: `\`readsBefore\` of the plan in ${WRITING}/write-plan.ts`,
        readForCode: `\`readRowsForCode\` in ${WRITING}/run-hooks.ts`,
        afterWrite: `\`afterSave\` and \`followWrites\` in ${WRITING}/run-hooks.ts`,
        afterWrites: `\`followWrites\` in ${WRITING}/run-hooks.ts`,
      },
    },
  },
  {
    since: '0.8.0',
    moves: [
      // The connections of a pool are known by its events.
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
      // Relations are loaded in one place.
      [`${RECORDS}/find.ts`, `${RECORDS}/find.ts`, `${READING}/expand.ts`],
      [`${RECORDS}/upsert-many.ts`, `${RECORDS}/upsert.ts`],
      [
        `${RECORDS}/create-engine.ts`,
        `${RECORDS}/create-engine.ts`,
        `${RECORDS}/records-for-code.ts`,
      ],
      ['engine/test/records/page-size.test.ts', 'engine/test/records/encode-records.test.ts'],
      // Lines are a feature.
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
      // One table says how values of each type are read.
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
      // Groups have one shape.
      [
        `${RECORDS}/aggregate-list.ts`,
        `${RECORDS}/aggregate-list.ts`,
        `${RECORDS}/reading/read-groups.ts`,
      ],
      // A dialect has three subjects.
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
  },
];

/** The first version with the present layout: in an older one only `upgrade` and `undo` write. */
export const layoutSince = (): string => LAYOUT_MOVES.at(-1)?.since ?? OLDEST;

/** The changes of a layout, by the old paths of files. */
export interface LayoutChange {
  /** New paths; the first path of a file that is split. */
  readonly moves: Moves;
  /** All new paths of files that are split. */
  readonly splits: ReadonlyMap<string, readonly string[]>;
  readonly names: ExportNames;
  /** The places of declarations that are gone, by their old names. */
  readonly gone: ExportNames;
}

/** The new paths of files that a version of crudgen wrote. */
export const movedSince = (
  version: string | null,
  paths: Iterable<string>,
  layouts?: readonly LayoutMove[],
): Moves => changedSince(version, paths, layouts).moves;

/** The changes of the layout since a version, of the files that this version wrote. */
export function changedSince(
  version: string | null,
  paths: Iterable<string>,
  layouts: readonly LayoutMove[] = LAYOUT_MOVES,
): LayoutChange {
  const unseen = layouts.filter(({ since }) => compareVersions(version ?? '0', since) < 0);
  const all = [...paths].map((path) => [path, followed(path, unseen)] as const);
  const by = <T>(of: (one: Followed) => T, isMeant: (one: Followed, path: string) => boolean) =>
    new Map(all.flatMap(([path, one]) => (isMeant(one, path) ? [[path, of(one)] as const] : [])));
  return {
    moves: by(
      ({ places }) => places[0]!,
      ({ places }, path) => places[0] !== path,
    ),
    splits: by(
      ({ places }) => places,
      ({ places }) => places.length > 1,
    ),
    names: by(
      ({ names }) => names,
      ({ names }) => names.size > 0,
    ),
    gone: by(
      ({ gone }) => gone,
      ({ gone }) => gone.size > 0,
    ),
  };
}

/** A file through several layouts. */
interface Followed {
  readonly places: readonly string[];
  readonly names: ReadonlyMap<string, string>;
  readonly gone: ReadonlyMap<string, string>;
}

function followed(path: string, layouts: readonly LayoutMove[]): Followed {
  const names = new Map<string, string>();
  const gone = new Map<string, string>();
  let places: readonly string[] = [path];
  for (const layout of layouts) {
    const oldName = (name: string) => [...names].find(([, now]) => now === name)?.[0] ?? name;
    for (const place of places) {
      for (const [name, at] of Object.entries(layout.gone?.[place] ?? {}))
        gone.set(oldName(name), at);
      for (const [name, now] of Object.entries(layout.names?.[place] ?? {}))
        names.set(oldName(name), now);
    }
    places = [...new Set(places.flatMap((place) => movedBy(place, layout)))];
  }
  return { places, names, gone };
}

function movedBy(path: string, { moves }: LayoutMove): readonly string[] {
  for (const [from, ...to] of moves) {
    if (from.includes(MODEL)) {
      const name = modelIn(path, from);
      if (name !== null) return to.map((one) => one.replaceAll(MODEL, name));
    } else if (from.endsWith('/') ? path.startsWith(from) : path === from)
      return to.map((one) => one + path.slice(from.length));
  }
  return [path];
}

const MODEL = '<model>';

/** The name that a path has in place of `<model>` in a pattern; null where it does not match. */
function modelIn(path: string, pattern: string): string | null {
  const [head = ''] = pattern.split(MODEL);
  const [name = ''] = path.slice(head.length).split('/');
  return name !== '' && pattern.replaceAll(MODEL, name) === path ? name : null;
}
