import { migrations } from '../../../templates/service/src/database/migrations/migrations.gen.js';
import { project as service } from '../../../templates/service/src/project.js';
import { apiKeys } from '../../../templates/features/api-keys/engine/api-keys/api-keys-feature.js';
import { backup } from '../../../templates/features/backup/engine/backup/backup-feature.js';
import { baseline } from '../../../templates/features/baseline/engine/baseline/baseline-feature.js';
import { client } from '../../../templates/features/client/engine/client/client-feature.js';
import { compositeKeys } from '../../../templates/features/composite-keys/engine/composite-keys/composite-keys-feature.js';
import { dashboard } from '../../../templates/features/dashboard/engine/dashboard/dashboard-feature.js';
import { fairReads } from '../../../templates/features/fair-reads/engine/fair-reads/fair-reads-feature.js';
import { files } from '../../../templates/features/files/engine/files/files-feature.js';
import { frozen } from '../../../templates/features/frozen/engine/frozen/frozen-feature.js';
import { history } from '../../../templates/features/history/engine/history/history-feature.js';
import { idempotency } from '../../../templates/features/idempotency/engine/idempotency/idempotency-feature.js';
import { dataImport } from '../../../templates/features/import/engine/import/import-feature.js';
import { invitationsFeature } from '../../../templates/features/invitations/engine/invitations/invitations-feature.js';
import { jobsFeature } from '../../../templates/features/jobs/engine/jobs/jobs-feature.js';
import { lines } from '../../../templates/features/lines/engine/lines/lines-feature.js';
import { live } from '../../../templates/features/live/engine/live/live-feature.js';
import { mailFeature } from '../../../templates/features/mail/engine/mail/mail-feature.js';
import { metricsFeature } from '../../../templates/features/metrics/engine/metrics/metrics-feature.js';
import { migrationsTable } from '../../../templates/features/migrations-table/engine/migrations-table/migrations-table-feature.js';
import { nativeTypes } from '../../../templates/features/native-types/engine/native-types/native-types-feature.js';
import { noOverlap } from '../../../templates/features/no-overlap/engine/no-overlap/no-overlap-feature.js';
import { oidcFeature } from '../../../templates/features/oidc/engine/oidc/oidc-feature.js';
import { ownSchema } from '../../../templates/features/own-schema/engine/own-schema/own-schema-feature.js';
import { passkeys } from '../../../templates/features/passkeys/engine/passkeys/passkeys-feature.js';
import { passwordResetFeature } from '../../../templates/features/password-reset/engine/password-reset/password-reset-feature.js';
import { pastFiles } from '../../../templates/features/past-files/engine/past-files/past-files-feature.js';
import { privacyFeature } from '../../../templates/features/privacy/engine/privacy/privacy-feature.js';
import { readOnly } from '../../../templates/features/read-only/engine/read-only/read-only-feature.js';
import { replicas } from '../../../templates/features/replicas/engine/replicas/replicas-feature.js';
import { schemas } from '../../../templates/features/schemas/engine/schemas/schemas-feature.js';
import { securityLog } from '../../../templates/features/security-log/engine/security-log/security-log-feature.js';
import { series } from '../../../templates/features/series/engine/series/series-feature.js';
import { sessions } from '../../../templates/features/sessions/engine/sessions/sessions-feature.js';
import { steps } from '../../../templates/features/steps/engine/steps/steps-feature.js';
import { sums } from '../../../templates/features/sums/engine/sums/sums-feature.js';
import { trash } from '../../../templates/features/trash/engine/trash/trash-feature.js';
import { trigrams } from '../../../templates/features/trigrams/engine/trigrams/trigrams-feature.js';
import { twoFactor } from '../../../templates/features/two-factor/engine/two-factor/two-factor-feature.js';
import { uploads } from '../../../templates/features/uploads/engine/uploads/uploads-feature.js';
import { views } from '../../../templates/features/views/engine/views/views-feature.js';
import { webhooks } from '../../../templates/features/webhooks/engine/webhooks/webhooks-feature.js';
import { workers } from '../../../templates/features/workers/engine/workers/workers-feature.js';
import { StepMigration } from '../../../templates/service/engine/database/steps/step-migration.js';
import type { AccessRules } from '../../../templates/service/engine/model/access-rules.js';
import type { Feature, Project } from '../../../templates/service/engine/service/project.js';
import { featuresIn } from '../../../src/render/features.js';
import { templates } from '../../golden/example.js';
import { CreateDoors20260101000000 } from '../../property/doors-models.js';
import { ENTITIES, type Name } from '../../property/random-policy.js';
import { BESIDE_A_PACKAGE } from '../../support/compose-service.js';
import { featureSteps } from '../../support/feature-steps.js';

/** All features that are part of a service. */
export const FEATURES = [
  ...[
    apiKeys,
    backup,
    baseline,
    client,
    compositeKeys,
    dashboard,
    fairReads,
    files,
    frozen,
    history,
  ],
  idempotency,
  dataImport,
  ...[
    invitationsFeature({} as never),
    jobsFeature([]),
    lines,
    live,
    mailFeature(),
    metricsFeature(),
    migrationsTable,
  ],
  ...[
    nativeTypes,
    noOverlap,
    oidcFeature({}),
    ownSchema,
    passkeys,
    passwordResetFeature({} as never),
    pastFiles,
    privacyFeature([]),
    readOnly,
  ],
  ...[replicas, schemas, securityLog, series],
  ...[sessions, steps, sums, trash, trigrams, twoFactor, uploads, views, webhooks, workers],
] as readonly Feature[];

/** The names of the features in `templates/` that have code of a service whose doors write: a preview has none. */
export const featuresOfServices = (): readonly string[] =>
  featuresIn(templates()).flatMap(({ name, service: part }) =>
    part && name !== 'preview' ? name : [],
  );

const tablesOf = (names: readonly string[]) =>
  featureSteps(names.filter((name) => name !== 'import'));

/** A service of these models under rules, with some features. */
export function projectOf(
  rules: Partial<Record<Name, Partial<AccessRules>>>,
  features: readonly Feature[] = [],
): Project {
  const names = features.map(({ name }) => name);
  class CreateFeatures20260101000001 extends StepMigration {
    readonly name = 'CreateFeatures20260101000001';
    readonly steps = tablesOf(names);
  }
  const models = Object.entries(ENTITIES).map(([name, entity]) => ({
    entity,
    access: { roles: {}, rows: null, fields: {}, ...rules[name as Name] },
  }));
  return {
    ...service,
    folder: BESIDE_A_PACKAGE,
    models: [...service.models, ...models],
    features,
    account: { shows: [], edits: ['first_name'], signUp: { roles: [], fields: [] } },
    // The tables of `import` come with those of the models.
    migrations: [...migrations, CreateDoors20260101000000, CreateFeatures20260101000001],
  } as unknown as Project;
}
