import 'reflect-metadata';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Column,
  DeleteDateColumn,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { files } from '../../../../templates/features/files/engine/files/files-feature.js';
import type { FilesSettings } from '../../../../templates/features/files/engine/files/files-settings.js';
import { file, type FileValue } from '../../../../templates/features/files/engine/files/index.js';
import { privacyFeature } from '../../../../templates/features/privacy/engine/privacy/privacy-feature.js';
import { trash } from '../../../../templates/features/trash/engine/trash/trash-feature.js';
import { uploads } from '../../../../templates/features/uploads/engine/uploads/uploads-feature.js';
import { DATETIME } from '../../../../templates/service/engine/database/column-types.js';
import { StepMigration } from '../../../../templates/service/engine/database/steps/step-migration.js';
import {
  addForeignKey,
  createTable,
} from '../../../../templates/service/engine/database/steps/step.js';
import { Field, Model } from '../../../../templates/service/engine/model/field.js';
import type { Project } from '../../../../templates/service/engine/service/project.js';
import { migrations } from '../../../../templates/service/src/database/migrations/migrations.gen.js';
import { project as service } from '../../../../templates/service/src/project.js';
import { BESIDE_A_PACKAGE } from '../../../support/compose-service.js';
import { featureSteps } from '../../../support/feature-steps.js';
import { openUsers } from '../../../support/open-users.js';
import { privacyOf, tables } from './privacy-of.js';

/** A person with files, each of which goes in another way. */
@Model({ prefix: '/client', trash: true })
@Entity('client')
export class Client {
  @PrimaryGeneratedColumn()
  id!: number;

  @Field({ personal: 'replace' })
  @Column('varchar', { length: 80 })
  name!: string;

  @Field({ personal: true })
  @Column('text', { transformer: file(), nullable: true })
  passport!: FileValue | null;

  @Field({ personal: 'keep=tax law, 10 years' })
  @Column('text', { transformer: file(), nullable: true })
  contract!: FileValue | null;

  @Column('text', { transformer: file(), nullable: true })
  leaflet!: FileValue | null;

  @DeleteDateColumn({ type: DATETIME, precision: 3, nullable: true })
  deleted_at!: Date | null;
}

/** Is about a client, and goes with its scan. */
@Model({ prefix: '/paper', trash: true })
@Entity('paper')
export class Paper {
  @PrimaryGeneratedColumn()
  id!: number;

  @Field({ personal: 'follow' })
  @Column('integer')
  client_id!: number;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'client_id' })
  client?: Relation<Client>;

  @Field({ personal: 'delete' })
  @Column('text', { transformer: file(), nullable: true })
  scan!: FileValue | null;

  @DeleteDateColumn({ type: DATETIME, precision: 3, nullable: true })
  deleted_at!: Date | null;
}

const FILE = { type: 'sql', sqlite: 'text', postgres: 'text', nullable: true } as const;
const deleted_at = { type: 'datetime', nullable: true } as const;

class CreatePractice20260101000000 extends StepMigration {
  readonly name = 'CreatePractice20260101000000';
  readonly steps = [
    createTable('client', {
      id: { type: 'id' },
      name: { type: 'string', length: 80 },
      ...{ passport: FILE, contract: FILE, leaflet: FILE, deleted_at },
    }),
    createTable('paper', {
      id: { type: 'id' },
      client_id: { type: 'integer' },
      ...{ scan: FILE, deleted_at },
    }),
    addForeignKey('paper', 'client_id', { table: 'client', onDelete: 'cascade' }),
    ...featureSteps(['files', 'trash']),
  ];
}

const OWN = tables.filter(({ table }) => table === 'stored_file' || table === 'trash_entry');
const privacy = privacyFeature(OWN);
const features = [uploads, files, trash, privacy];

const project = {
  ...service,
  folder: BESIDE_A_PACKAGE,
  models: [...service.models, { entity: Client }, { entity: Paper }],
  features,
  migrations: [...migrations, CreatePractice20260101000000],
} as unknown as Project;

/** What a further process on the database of a practice shares with it, and not. */
interface Beside {
  readonly folder: string;
  readonly role: string;
}

/** A practice whose records have files and go to the trash; its files are in a folder, or in a bucket. */
export async function openPractice(
  url: string,
  bucket: FilesSettings['bucket'] = null,
  { folder = mkdtempSync(join(tmpdir(), 'practice-files-')), role = 'Clerk' }: Partial<Beside> = {},
) {
  const own: FilesSettings = { folder, max: 1_048_576, bucket };
  const settings = new Map<object, object>(features.map((one) => [one, {}]));
  settings.set(files, own).set(trash, { keep: 86_400_000 });
  const opened = await openUsers(project, url, { features: settings, role });
  const { parts, origin, dataSource } = opened;

  /** The value of a field that somebody has uploaded. */
  async function uploaded(user: { readonly token: string }, place: string, text: string) {
    const [model, field] = place.split('.');
    const form = new FormData();
    form.append('file', new Blob([text]), `${text}.txt`);
    const answer = await fetch(`${origin}/_files?model=${model}&field=${field}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}` },
      body: form,
    });
    if (answer.status !== 201) throw new Error(await answer.text());
    return (await answer.json()) as FileValue;
  }
  return {
    ...opened,
    ...privacyOf(parts, OWN),
    folder,
    uploaded,
    /** What the folder has: the names of contents, and the contents. */
    contents: () =>
      new Map(
        readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((one) => one.isFile())
          .map((one) => [one.name, readFileSync(join(one.parentPath, one.name), 'utf8')]),
      ),
    rows: <Row = Record<string, unknown>>(sql: string) => dataSource.query<Row[]>(sql),
  };
}
