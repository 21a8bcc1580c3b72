import type { LayoutMove } from './layout-move.js';

const RECORDS = 'engine/records';
const WRITING = 'engine/records/writing';

/** A single pipeline for all writes, and a core that names no feature. */
export const layout: LayoutMove = {
  since: '0.7.0',
  until: '1.0.0',
  moves: [
    ['engine/routes/write-once.ts', 'engine/routes/request-writes.ts'],
    ['engine/docs/keyed-paths.ts', 'engine/idempotency/described-writes.ts'],
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
      entityValues: `\`decodeRow\` in ${RECORDS}/reading/select-columns.ts`,
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
      needsNoTransaction: `\`neededBy\` in ${WRITING}/write-needs.ts`,
    },
    [`${WRITING}/refused-write.ts`]: {
      carryRefusals: `\`carryingWrite\` in ${WRITING}/refused-write.ts`,
    },
    [`${WRITING}/run-hooks.ts`]: {
      needsEachRow: `\`OF_HOOK\` in ${WRITING}/write-needs.ts`,
      callsCode: `\`runsCode\` of the plan in ${WRITING}/write-plan.ts`,
      isReadForCode: `\`neededBy\` in ${WRITING}/write-needs.ts`,
      readForCode: `\`readRowsForCode\` in ${WRITING}/run-hooks.ts`,
      afterWrite: `\`afterSave\` and \`followWrites\` in ${WRITING}/run-hooks.ts`,
      afterWrites: `\`followWrites\` in ${WRITING}/run-hooks.ts`,
    },
  },
};
