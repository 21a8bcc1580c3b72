import { dashboard } from '../../templates/features/dashboard/engine/dashboard/dashboard-feature.js';
import { compositeKeys } from '../../templates/features/composite-keys/engine/composite-keys/composite-keys-feature.js';
import {
  CreateParcels20260101000000,
  modulesWith,
} from '../../templates/features/composite-keys/engine/test/composite-keys/parcels.js';
import {
  CreateReferences20260101000001,
  referenceModules,
} from '../../templates/features/composite-keys/engine/test/composite-keys/references.js';
import { idempotency } from '../../templates/features/idempotency/engine/idempotency/idempotency-feature.js';
import { dataImport } from '../../templates/features/import/engine/import/import-feature.js';
import { StepMigration } from '../../templates/service/engine/database/steps/step-migration.js';
import type { Project } from '../../templates/service/engine/service/project.js';
import { migrations } from '../../templates/service/src/database/migrations/migrations.gen.js';
import { project as service } from '../../templates/service/src/project.js';
import { BESIDE_A_PACKAGE } from './compose-service.js';
import { featureSteps } from './feature-steps.js';
import { openUsers } from './open-users.js';

class CreateFeatures20260101000001 extends StepMigration {
  readonly name = 'CreateFeatures20260101000001';
  readonly steps = featureSteps(['idempotency', 'import']);
}

/** A project of models whose keys have several columns, with features that read and write their records. */
export const parcelProject = {
  ...service,
  // A world fits into a page.
  readSettings: (env: NodeJS.ProcessEnv) => ({ ...service.readSettings(env), maxPageSize: 10_000 }),
  folder: BESIDE_A_PACKAGE,
  models: [...service.models, ...modulesWith()],
  features: [compositeKeys, dashboard, idempotency, dataImport],
  migrations: [...migrations, CreateParcels20260101000000, CreateFeatures20260101000001],
} as unknown as Project;

/** The same with models that refer to these. */
export const referenceProject = {
  ...parcelProject,
  models: [...parcelProject.models, ...referenceModules()],
  migrations: [...parcelProject.migrations, CreateReferences20260101000001],
} as unknown as Project;

/** A service of models whose keys have several columns, and users who ask it. */
export const openParcelService = (url: string) =>
  openUsers(parcelProject, url, {
    features: new Map<object, object>([
      [compositeKeys, {}],
      [dashboard, {}],
      [idempotency, { keep: 86_400_000 }],
      [dataImport, { limit: 1_000_000, keep: 3600 }],
    ]),
    role: 'Editor',
  });
