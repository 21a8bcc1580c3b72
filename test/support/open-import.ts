import {
  Column,
  CreateDateColumn,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  PrimaryGeneratedColumn,
  Unique,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';
import { dataImport } from '../../templates/features/import/engine/import/import-feature.js';
import { Role, Tenant } from '../../templates/service/engine/auth/entities.js';
import {
  BIGINT,
  COLOR,
  DATETIME,
  DECIMAL,
  JSON_VALUE,
  NOW,
  UUID,
} from '../../templates/service/engine/database/column-types.js';
import * as steps from '../../templates/service/engine/database/steps/step.js';
import { StepMigration } from '../../templates/service/engine/database/steps/step-migration.js';
import {
  allFor,
  defineAccess,
  owner,
  tenant,
} from '../../templates/service/engine/model/access-rules.js';
import { Field, Model } from '../../templates/service/engine/model/field.js';
import { defineRoutes } from '../../templates/service/engine/model/define-routes.js';
import type { Project } from '../../templates/service/engine/service/project.js';
import { migrations } from '../../templates/service/src/database/migrations/migrations.gen.js';
import { User } from '../../templates/service/src/models/user/user.model.js';
import { project as service } from '../../templates/service/src/project.js';
import { composeService, listen } from './compose-service.js';
import { featureSteps } from './feature-steps.js';

/** Whom things belong to: two may have one name. */
@Entity('person')
export class Person {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 255 })
  name!: string;

  @Column('varchar', { length: 255, unique: true })
  email!: string;
}

/** Seen by its owner, and by a role that sees all. */
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

/** Numbered within its tenant; when it was made is not for everybody to read. */
@Entity('place')
@Unique(['tenant_id', 'number'])
export class Place {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 255 })
  number!: string;

  @Column('integer')
  tenant_id!: number;

  @ManyToOne(() => Tenant, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'tenant_id' })
  tenant?: Relation<Tenant>;

  @CreateDateColumn({ type: DATETIME, precision: 3 })
  created_at!: Date;
}

/** Listed, created and changed by endpoints of the project. */
@Entity('stamp')
export class Stamp {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 255 })
  title!: string;
}

/** Every type of a field, a tree, references and many-to-many; one field that administrators alone write. */
@Entity('thing')
@Model({ label: '{title} ({code})' })
export class Thing {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 255 })
  title!: string;

  @Column('varchar', { length: 255, nullable: true, unique: true })
  code!: string | null;

  @Column('text', { nullable: true })
  body!: string | null;

  @Column('integer', { nullable: true })
  amount!: number | null;

  @Column('bigint', { transformer: BIGINT, nullable: true })
  big!: string | null;

  @Column('double precision', { nullable: true })
  ratio!: number | null;

  @Column('decimal', { precision: 15, scale: 4, transformer: DECIMAL, nullable: true })
  price!: number | null;

  @Column('boolean', { nullable: true })
  active!: boolean | null;

  @Column('date', { nullable: true })
  day!: string | null;

  @Column('time', { nullable: true })
  clock!: string | null;

  @Column({ type: DATETIME, precision: 3, nullable: true })
  moment!: Date | null;

  @Column(UUID, { nullable: true })
  serial!: string | null;

  @Column(COLOR, { nullable: true })
  shade!: string | null;

  @Column(JSON_VALUE, { nullable: true })
  data!: unknown;

  @Field({ values: ['in_work', 'done'], enforce: true })
  @Column('varchar', { length: 255, default: 'in_work' })
  status!: string;

  @Column('integer', { nullable: true })
  margin!: number | null;

  @Column('integer', { nullable: true })
  person_id!: number | null;

  @ManyToOne(() => Person, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'person_id' })
  person?: Relation<Person> | null;

  @Column('integer', { nullable: true })
  parent_id!: number | null;

  @ManyToOne(() => Thing, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'parent_id' })
  parent?: Relation<Thing> | null;

  @ManyToMany(() => Person)
  @JoinTable({
    name: 'thing_people',
    joinColumn: { name: 'thing_id' },
    inverseJoinColumn: { name: 'person_id' },
  })
  people?: Relation<Person[]>;

  @CreateDateColumn({ type: DATETIME, precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}

const text = { type: 'string', length: 255 } as const;
const optional = <T extends object>(spec: T) => ({ ...spec, nullable: true });

class CreateThings20260101000000 extends StepMigration {
  readonly name = 'CreateThings20260101000000';
  readonly steps = [
    ...featureSteps(['import']),
    steps.createTable('person', { id: { type: 'id' }, name: text, email: text }),
    steps.addUnique('person', ['email']),
    steps.createTable('place', {
      id: { type: 'id' },
      number: text,
      tenant_id: { type: 'integer' },
      created_at: { type: 'datetime', default: NOW },
    }),
    steps.addUnique('place', ['tenant_id', 'number']),
    steps.addForeignKey('place', 'tenant_id', { table: 'auth_tenant', onDelete: 'restrict' }),
    steps.createTable('stamp', { id: { type: 'id' }, title: text }),
    steps.createTable('letter', {
      id: { type: 'id' },
      title: text,
      secret: optional(text),
      owner_id: optional({ type: 'integer' } as const),
    }),
    steps.createTable('thing', {
      id: { type: 'id' },
      title: text,
      code: optional(text),
      body: { type: 'text', nullable: true },
      amount: { type: 'integer', nullable: true },
      big: { type: 'bigint', nullable: true },
      ratio: { type: 'float', nullable: true },
      price: { type: 'decimal', precision: 15, scale: 4, nullable: true },
      active: { type: 'boolean', nullable: true },
      day: { type: 'date', nullable: true },
      clock: { type: 'time', nullable: true },
      moment: { type: 'datetime', nullable: true },
      serial: { type: 'uuid', nullable: true },
      shade: { type: 'color', nullable: true },
      data: { type: 'json', nullable: true },
      status: { ...text, default: 'in_work' },
      margin: { type: 'integer', nullable: true },
      person_id: { type: 'integer', nullable: true },
      parent_id: { type: 'integer', nullable: true },
      created_at: { type: 'datetime', default: NOW },
      updated_at: { type: 'datetime', default: NOW },
    }),
    steps.addUnique('thing', ['code']),
    steps.addForeignKey('thing', 'person_id', { table: 'person', onDelete: 'set null' }),
    steps.addForeignKey('thing', 'parent_id', { table: 'thing', onDelete: 'set null' }),
    steps.createTable(
      'thing_people',
      { thing_id: { type: 'integer' }, person_id: { type: 'integer' } },
      { primaryKey: ['thing_id', 'person_id'] },
    ),
    steps.addForeignKey('thing_people', 'thing_id', { table: 'thing', onDelete: 'cascade' }),
    steps.addForeignKey('thing_people', 'person_id', { table: 'person', onDelete: 'cascade' }),
  ];
}

const project = {
  ...service,
  models: [
    ...service.models,
    { entity: Person },
    {
      entity: Stamp,
      routes: defineRoutes(Stamp, (route) => {
        route.get('/', 'list', async () => ({}));
        route.post('/', 'create', async () => ({}));
        route.patch('/:id', 'edit', async () => ({}));
      }),
    },
    {
      entity: Letter,
      access: defineAccess<Letter>({
        rows: [owner('owner_id'), allFor('Admin')],
        fields: { secret: { read: ['Admin'] } },
      }),
    },
    {
      entity: Place,
      access: defineAccess<Place>({
        rows: [tenant('tenant_id')],
        fields: { created_at: { read: ['Admin'] } },
      }),
    },
    { entity: Thing, access: defineAccess<Thing>({ fields: { margin: { write: ['Admin'] } } }) },
  ],
  features: [dataImport],
  migrations: [...migrations, CreateThings20260101000000],
} as unknown as Project;

/** A service with imports on a database, and ways to ask it. */
export async function openImport(url: string, own: object = {}) {
  const features = new Map<object, object>([[dataImport, { ...TEST, ...own }]]);
  const composed = await composeService(project, url, { features });
  const { app, parts, directory, tokens } = composed;
  const { database, engine } = parts;
  const server = await listen(app);
  const { dataSource } = database;

  /** A user with one role, and perhaps new tenants, who sends requests. */
  const makeUser = async (username: string, roleName: string, ...tenantNames: string[]) => {
    const role = await dataSource.getRepository(Role).findOneByOrFail({ name: roleName });
    const named = tenantNames.map((name) => ({ name }));
    const tenants = await dataSource.getRepository(Tenant).save(named);
    const user = await dataSource.getRepository(User).save({
      ...{ username, username_key: username, password_hash: 'none', token_version: 'test' },
      roles: [role],
      tenants,
    });
    directory.changed();
    const authorization = `Bearer ${tokens.issue(user.id, 'test')}`;
    const send = (method: string, path: string, body?: unknown) =>
      fetch(`${server.origin}${path}`, {
        method,
        headers: {
          authorization,
          ...(body !== undefined && !isBytes(body) && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && {
          body: isBytes(body) ? (body as string) : JSON.stringify(body),
        }),
      });
    return { id: user.id, tenants: tenants.map(({ id }) => id), send };
  };
  const close = async () => {
    await server.close();
    await composed.close();
  };
  return { parts, system: engine.system, dataSource, directory, makeUser, close };
}

const TEST = { limit: 1_000_000, keep: 3600 };

/** A file, where all else is JSON. */
const isBytes = (body: unknown): boolean => body instanceof Uint8Array || typeof body === 'string';

export type OpenImport = Awaited<ReturnType<typeof openImport>>;
