import { dashboard } from '../../templates/features/dashboard/engine/dashboard/dashboard-feature.js';
import { compositeKeys } from '../../templates/features/composite-keys/engine/composite-keys/composite-keys-feature.js';
import {
  CreateParcels20260101000000,
  modulesWith,
} from '../../templates/features/composite-keys/engine/test/composite-keys/parcels.js';
import { idempotency } from '../../templates/features/idempotency/engine/idempotency/idempotency-feature.js';
import { dataImport } from '../../templates/features/import/engine/import/import-feature.js';
import { Role, Tenant } from '../../templates/service/engine/auth/entities.js';
import { StepMigration } from '../../templates/service/engine/database/steps/step-migration.js';
import { ALL_METHODS } from '../../templates/service/engine/model/access-rules.js';
import type { Project } from '../../templates/service/engine/service/project.js';
import { migrations } from '../../templates/service/src/database/migrations/migrations.gen.js';
import { User } from '../../templates/service/src/models/user/user.model.js';
import { project as service } from '../../templates/service/src/project.js';
import { BESIDE_A_PACKAGE, composeService, listen } from './compose-service.js';
import { featureSteps } from './feature-steps.js';

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

/** What a request was answered with. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export type Ask = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answered>;

/** A service of models whose keys have several columns, and users who ask it. */
export async function openParcelService(url: string) {
  const features = new Map<object, object>([
    [compositeKeys, {}],
    [dashboard, {}],
    [idempotency, { keep: 86_400_000 }],
    [dataImport, { limit: 1_000_000, keep: 3600 }],
  ]);
  const { app, parts, directory, tokens, ...composed } = await composeService(parcelProject, url, {
    features,
  });
  const server = await listen(app);
  const { dataSource } = parts.database;
  await dataSource
    .getRepository(Role)
    .save({ name: 'Editor', allowed_methods: [...ALL_METHODS], is_preset: false });
  directory.changed();

  /** A user with a role, in new tenants. */
  async function userOf(username: string, roleName: string, ...tenantNames: readonly string[]) {
    const role = await dataSource.getRepository(Role).findOneByOrFail({ name: roleName });
    const named = tenantNames.map((name) => ({ name }));
    const tenants = await dataSource.getRepository(Tenant).save(named);
    const user = await dataSource.getRepository(User).save({
      ...{ username, username_key: username, password_hash: 'none', token_version: 'test' },
      ...{ roles: [role], tenants },
    });
    directory.changed();
    const authorization = `Bearer ${tokens.issue(user.id, 'test')}`;
    const ask: Ask = async (method, path, body, headers = {}) => {
      const isFile = typeof body === 'string';
      const answer = await fetch(server.origin + path, {
        method,
        headers: {
          authorization,
          ...(body !== undefined && !isFile && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
      });
      const text = await answer.text();
      const isJson = (answer.headers.get('content-type') ?? '').includes('json');
      return {
        status: answer.status,
        headers: answer.headers,
        body: isJson ? (JSON.parse(text) as unknown) : text,
      };
    };
    return { id: user.id, tenants: tenants.map(({ id }) => id), ask };
  }
  const close = async () => {
    await server.close();
    await composed.close();
  };
  return { parts, engine: parts.engine, dataSource, userOf, close };
}
