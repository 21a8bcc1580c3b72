import 'reflect-metadata';
import { mkdtempSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Column,
  DeleteDateColumn,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';
import {
  file,
  image,
  type FileValue,
} from '../../../../templates/features/files/engine/files/index.js';
import { files } from '../../../../templates/features/files/engine/files/files-feature.js';
import { filesParts } from '../../../../templates/features/files/engine/files/files-parts.js';
import {
  SCAN_AGAIN,
  scanAgain,
  scanOf,
  type FeatureWithScan,
} from '../../../../templates/features/files/engine/files/file-scan.js';
import type { FilesSettings } from '../../../../templates/features/files/engine/files/files-settings.js';
import { sweep } from '../../../../templates/features/files/engine/files/sweep.js';
import { history } from '../../../../templates/features/history/engine/history/history-feature.js';
import { lines } from '../../../../templates/features/lines/engine/lines/lines-feature.js';
import { uploads } from '../../../../templates/features/uploads/engine/uploads/uploads-feature.js';
import { DATETIME, NOW } from '../../../../templates/service/engine/database/column-types.js';
import { StepMigration } from '../../../../templates/service/engine/database/steps/step-migration.js';
import {
  addForeignKey,
  createTable,
} from '../../../../templates/service/engine/database/steps/step.js';
import {
  allFor,
  asParent,
  defineAccess,
  tenant,
} from '../../../../templates/service/engine/model/access-rules.js';
import { Field, Model } from '../../../../templates/service/engine/model/field.js';
import type { ModelModule } from '../../../../templates/service/engine/model/model-module.js';
import type { Feature, Project } from '../../../../templates/service/engine/service/project.js';
import { migrations } from '../../../../templates/service/src/database/migrations/migrations.gen.js';
import { project as service } from '../../../../templates/service/src/project.js';
import { BESIDE_A_PACKAGE } from '../../../support/compose-service.js';
import { featureSteps } from '../../../support/feature-steps.js';
import { openUsers } from '../../../support/open-users.js';

/** Belongs to a tenant; its contract is for Admins, and its lines have files of their own. */
@Model({ prefix: '/product', history: true })
@Entity('product')
export class Product {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40 })
  name!: string;

  @Column('text', { transformer: image('1mb'), nullable: true })
  photo!: FileValue | null;

  @Column('text', { transformer: file('20kb'), nullable: true, name: 'Contract' })
  contract!: FileValue | null;

  @Column('text', { transformer: file(), nullable: true })
  manual!: FileValue | null;

  @Column('integer', { nullable: true })
  tenant_id!: number | null;

  @Field({ lines: true })
  @OneToMany(() => Scan, (scan) => scan.product)
  scans?: Relation<Scan>[];

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}

@Model({ prefix: '/scan' })
@Entity('scan')
export class Scan {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('integer')
  product_id!: number;

  @ManyToOne(() => Product, (product) => product.scans, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'product_id' })
  product?: Relation<Product>;

  @Column('text', { transformer: file() })
  page!: FileValue;
}

/** Is only marked when it is deleted. */
@Model({ prefix: '/note' })
@Entity('note')
export class Note {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('text', { transformer: file(), nullable: true })
  page!: FileValue | null;

  @DeleteDateColumn({ type: DATETIME, precision: 3, nullable: true })
  gone_at!: Date | null;
}

/** The column of a file. */
const FILE = { type: 'sql', sqlite: 'text', postgres: 'text' } as const;

class CreateShop20260101000000 extends StepMigration {
  readonly name = 'CreateShop20260101000000';
  readonly steps = [
    createTable('product', {
      id: { type: 'id' },
      name: { type: 'string', length: 40 },
      photo: { ...FILE, nullable: true },
      Contract: { ...FILE, nullable: true },
      manual: { ...FILE, nullable: true },
      tenant_id: { type: 'integer', nullable: true },
      updated_at: { type: 'datetime', default: NOW },
    }),
    createTable('scan', {
      id: { type: 'id' },
      product_id: { type: 'integer' },
      page: FILE,
    }),
    createTable('note', {
      id: { type: 'id' },
      page: { ...FILE, nullable: true },
      gone_at: { type: 'datetime', nullable: true },
    }),
    addForeignKey('scan', 'product_id', { table: 'product', onDelete: 'cascade' }),
    ...featureSteps(['files', 'history', 'past-files']),
  ];
}

const modules: readonly ModelModule[] = [
  {
    entity: Product,
    access: defineAccess<Product>({
      rows: [allFor('Admin'), tenant('tenant_id')],
      fields: { contract: { read: ['Admin'], write: ['Admin'] } },
    }),
  },
  {
    entity: Scan,
    access: defineAccess<Scan>({ rows: [allFor('Admin'), asParent('product_id')] }),
  },
  { entity: Note },
];

/** What a shop of a test has of its own. */
export interface ShopOptions extends Partial<Pick<FilesSettings, 'bucket' | 'max'>> {
  readonly scanFile?: FeatureWithScan['scanFile'];
  /** Features beside those of files, of the history and of lines. */
  readonly more?: readonly Feature[];
}

const base = {
  ...service,
  folder: BESIDE_A_PACKAGE,
  models: [...service.models, ...modules],
  migrations: [...migrations, CreateShop20260101000000],
};

/** A project of these models. */
export const shopWith = (features: readonly Feature[]): Project =>
  ({ ...base, features }) as unknown as Project;

/** A service with files, and users who ask it. */
export async function openShop(
  url: string,
  { bucket = null, max, scanFile, more = [] }: ShopOptions = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'shop-files-'));
  const own: FilesSettings = { folder, max: max ?? 10 * 1_048_576, bucket };
  const scanning: FeatureWithScan[] = scanFile ? [{ name: 'scan', scanFile }] : [];
  const all = [uploads, files, history, lines, ...more, ...scanning];
  const features = new Map<object, object>(all.map((one) => [one, {}]));
  features.set(files, own).set(history, { keep: 86_400_000 });
  const project = shopWith(all);
  const opened = await openUsers(project, url, { features, role: 'Seller' });
  const { parts, origin, dataSource } = opened;

  /** Uploads a file as a form does. */
  async function send(user: { readonly token: string }, place: string, content: Content) {
    const [model, field] = place.split('.');
    const form = new FormData();
    const bytes = new Uint8Array(Buffer.from(content.bytes));
    form.append('file', new Blob([bytes], { type: content.type ?? '' }), content.name);
    const answer = await fetch(`${origin}/_files?model=${model}&field=${field}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}` },
      body: form,
    });
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- whatever the service sends
    return { status: answer.status, body: (await answer.json()) as any };
  }

  /** The value of a field that somebody has uploaded. */
  async function uploaded(user: { readonly token: string }, place: string, content = PAGE) {
    const { status, body } = await send(user, place, content);
    if (status !== 201) throw new Error(`${place}: ${status} ${JSON.stringify(body)}`);
    return body as FileValue;
  }

  /** The bytes at a path, as a page or a program asks for them. */
  async function open(path: string, headers: Readonly<Record<string, string>> = {}) {
    const answer = await fetch(origin + path, { headers });
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, headers: answer.headers, bytes, text: bytes.toString() };
  }

  const states = async (): Promise<Record<string, string>> => {
    const rows: { id: string; state: string }[] = await dataSource.query(
      'SELECT id, state FROM stored_file',
    );
    return Object.fromEntries(rows.map(({ id, state }) => [id, state]));
  };

  return {
    ...{ ...opened, own, folder, send, uploaded, open, states },
    /** The names of all contents in the folder. */
    contents: async () =>
      (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((one) => one.isFile())
        .map(({ name }) => name)
        .sort(),
    /** What another process does that has the same files, some minutes later. */
    scanElsewhere(scanFile: FeatureWithScan['scanFile'], patience?: number) {
      const scan = scanOf(new Map([[{ name: 'scan', scanFile }, {}]]) as never);
      const { signal } = new AbortController();
      const later = Date.now() + SCAN_AGAIN + 10;
      return scanAgain(filesParts(parts, scan, own), signal, later, patience);
    },
    sweep: (keep: number) =>
      sweep(
        { ...filesParts(parts, scanOf(features as never), own), engine: parts.engine },
        keep,
        Date.now() + 10,
      ),
  };
}

export interface Content {
  readonly bytes: string | Uint8Array;
  readonly name: string;
  readonly type?: string;
}

/** A plain text. */
export const PAGE: Content = { bytes: 'the first page', name: 'page.txt', type: 'text/html' };

export type Shop = Awaited<ReturnType<typeof openShop>>;
