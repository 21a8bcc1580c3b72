import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import type { DatabaseOptions } from '../../templates/service/engine/database/database.js';
import * as steps from '../../templates/service/engine/database/steps/step.js';
import { StepMigration } from '../../templates/service/engine/database/steps/step-migration.js';
import { jobsOf } from '../../templates/features/jobs/engine/jobs/feature-jobs.js';
import { jobsFeature } from '../../templates/features/jobs/engine/jobs/jobs-feature.js';
import { Worker } from '../../templates/features/jobs/engine/jobs/worker.js';
import {
  allFor,
  asParent,
  defineAccess,
  owner,
} from '../../templates/service/engine/model/access-rules.js';
import type { Project } from '../../templates/service/engine/service/project.js';
import { networksOf } from '../../templates/features/webhooks/engine/webhooks/networks.js';
import { webhooks } from '../../templates/features/webhooks/engine/webhooks/webhooks-feature.js';
import { migrations } from '../../templates/service/src/database/migrations/migrations.gen.js';
import { Role, type Tenant } from '../../templates/service/engine/auth/entities.js';
import { User } from '../../templates/service/src/models/user/user.model.js';
import { project as plain } from '../../templates/service/src/project.js';
import { composeService } from './compose-service.js';
import { featureSteps } from './feature-steps.js';

/** Rows of one owner, and of a role that sees all, with a field that administrators alone read. */
@Entity('letter')
export class Letter {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 255 })
  title!: string;

  @Column('varchar', { length: 255, nullable: true })
  secret!: string | null;

  @Column('integer', { nullable: true })
  owner_id!: number | null;
}

/** Seen as its letter is, and gone with it. */
@Entity('sheet')
export class Sheet {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('integer')
  letter_id!: number;

  @ManyToOne(() => Letter, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'letter_id' })
  letter?: Relation<Letter>;
}

class CreateWebhooks20260101000000 extends StepMigration {
  readonly name = 'CreateWebhooks20260101000000';
  readonly steps = [
    ...featureSteps(['jobs', 'webhooks']),
    steps.createTable('letter', {
      id: { type: 'id' },
      title: { type: 'string', length: 255 },
      secret: { type: 'string', length: 255, nullable: true },
      owner_id: { type: 'integer', nullable: true },
    }),
    steps.createTable('sheet', { id: { type: 'id' }, letter_id: { type: 'integer' } }),
    steps.addForeignKey('sheet', 'letter_id', { table: 'letter', onDelete: 'cascade' }),
  ];
}

const jobs = jobsFeature([]);
const project = {
  ...plain,
  models: [
    ...plain.models,
    {
      entity: Letter,
      access: defineAccess<Letter>({
        rows: [owner('owner_id'), allFor('Postmaster')],
        fields: { secret: { read: ['Admin'] } },
      }),
    },
    { entity: Sheet, access: defineAccess<Sheet>({ rows: [asParent('letter_id')] }) },
  ],
  features: [jobs, webhooks],
  migrations: [...migrations, CreateWebhooks20260101000000],
} as unknown as Project;

/** A service with webhooks on a database, which a test may send to 127.0.0.1 with. */
export async function openWebhooks(url: string, own = '127.0.0.0/8', options?: DatabaseOptions) {
  const mine = { own: networksOf([own]), http: true, keep: 3600 };
  const features = new Map<object, object>([
    [jobs, {}],
    [webhooks, mine],
  ]);
  const service = await composeService(project, url, {
    features,
    ...(options && { database: options }),
  });
  const { app, parts, directory, tokens, close } = service;
  const { database, engine } = parts;
  const worker = (lease = 5000) =>
    new Worker(jobsOf(parts), parts, { concurrency: 4, lease, keep: 3_600_000, grace: 50 });
  const { dataSource } = database;

  /** A user with one role, and a way to ask as them. */
  const makeUser = async (username: string, roleName: string) => {
    const role = await dataSource.getRepository(Role).findOneByOrFail({ name: roleName });
    const user = await dataSource.getRepository(User).save({
      ...{ username, username_key: username, password_hash: 'none', token_version: 'test' },
      roles: [role],
      tenants: [] as Tenant[],
    });
    directory.changed();
    // What a request does first: roles are known from then on.
    await directory.account(user.id);
    const token = tokens.issue(user.id, 'test');
    const records = { id: user.id, username, roles: [roleName], tenants: [] };
    return { id: user.id, token, crud: () => engine.as(records) };
  };
  return { ...parts, app, dataSource, directory, worker, makeUser, close };
}

export type OpenWebhooks = Awaited<ReturnType<typeof openWebhooks>>;

/** A message that a receiver got. */
export interface Got {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** How a receiver answers; `never` does not. */
export type Reply = { status: number; headers?: Record<string, string>; body?: string } | 'never';

/** A server that is sent messages. */
export async function startReceiver(answer: (got: Got) => Reply = () => ({ status: 204 })) {
  const got: Got[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const message = {
        path: request.url ?? '',
        headers: request.headers,
        text: Buffer.concat(parts).toString(),
      };
      got.push(message);
      const reply = answer(message);
      if (reply === 'never') return;
      response.writeHead(reply.status, reply.headers);
      response.end(reply.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    got,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
