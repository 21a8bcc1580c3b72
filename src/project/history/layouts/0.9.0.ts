import type { LayoutMove } from './layout-move.js';

const INPUT = 'ui/components/form/use-form-input.tsx';
const PLACES = `\`InputPlace\` in ${INPUT}`;
const RULES = 'ui/lines/cell-rules.ts';
const RECORDS = 'engine/records';
const WRITING = `${RECORDS}/writing`;
const HEARD = 'engine/lines/heard-lines.ts';
const FUNCTIONS = 'engine/database/sqlite/functions.ts';
const STORABLE = 'engine/fields/storable.ts';
const PENDING = 'engine/auth/pending-addresses.ts';
const READER = 'engine/records/reading/record-reader.ts';
const DESCRIBED = 'engine/model/describe-models.ts';
const COLUMN = 'engine/model/describe-column.ts';
const DRIFT = 'engine/database/find-drift.ts';
const SHOW = 'ui/components/show/show-page.tsx';
const SETTINGS = 'engine/settings/setting-values.ts';
const NEEDS = `\`neededBy\` in ${WRITING}/write-needs.ts`;

/** Inputs know no lines; tables say which steps a write needs; what depends on the form of a key stands apart. */
export const layout: LayoutMove = {
  since: '0.9.0',
  until: '1.0.0',
  moves: [
    [READER, READER, 'engine/records/reading/select-columns.ts'],
    [DESCRIBED, DESCRIBED, 'engine/model/describe-key.ts'],
    [COLUMN, COLUMN, 'engine/database/column-types.ts'],
    [DRIFT, DRIFT, 'engine/database/schema-dialect.ts'],
    [SHOW, SHOW, 'ui/components/show/show-head.tsx'],
    [`${RECORDS}/write.ts`, `${RECORDS}/write.ts`, HEARD],
    [`${WRITING}/run-hooks.ts`, `${WRITING}/run-hooks.ts`, HEARD],
    [FUNCTIONS, FUNCTIONS, STORABLE],
    ['engine/search/search-config.ts', 'engine/search/search-config.ts', STORABLE],
    [PENDING, PENDING, 'engine/password-reset/pending-emails.ts'],
    [SETTINGS, SETTINGS, 'engine/replicas/replica-settings.ts'],
    ['engine/docs/session-cookie.ts', 'engine/sessions/described-cookie.ts'],
  ],
  names: {
    'engine/docs/service-schemas.ts': { MAX_ITEMS: 'MAX_DEFINED' },
    [`${WRITING}/run-hooks.ts`]: { call: 'callHook' },
    'engine/routes/batch/batch-operation.ts': { LineModel: 'WrittenModel' },
  },
  gone: {
    [INPUT]: {
      LinePlace: PLACES,
      LineContext: `\`InputPlaceContext\` in ${INPUT}`,
      useFormLine: `\`useInputPlace\` in ${INPUT}`,
      LineRules: `\`ColumnRules\` in ${RULES}`,
      PlainPlace: `\`checkOf\` in ${RULES}`,
      checkOf: `\`checkOf\` in ${RULES}`,
    },
    'ui/lines/line-row.tsx': { isKeptLine: '`isKept` in ui/lines/lines.ts' },
    [`${RECORDS}/write.ts`]: { withHeardLines: `\`heardRecords\` in ${HEARD}` },
    'engine/records/scope.ts': { SingleStatement: '`NeededSteps` in engine/records/scope.ts' },
    'engine/auth/own-account.ts': { keepWaiting: `\`keep\` in ${PENDING}` },
    [`${WRITING}/prepared-drafts.ts`]: {
      PreparedDrafts: `\`keptDraft\` and \`keepDraft\` in ${WRITING}/prepared-drafts.ts`,
    },
    'engine/model/records.ts': {
      Prepared: `\`keptDraft\` and \`keepDraft\` in ${WRITING}/prepared-drafts.ts`,
    },
    'engine/database/steps/step.ts': {
      generatedSql: '`columnWriter` in engine/database/steps/step.ts',
    },
    [`${WRITING}/write-plan.ts`]: { isUnchecked: NEEDS, isSingleStatement: NEEDS },
  },
};
