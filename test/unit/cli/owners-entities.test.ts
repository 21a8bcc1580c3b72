import { describe, expect, it } from 'vitest';
import { addModelFields } from '../../../src/cli/commands/model-fields.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { upgrade } from '../../../src/cli/commands/upgrade.js';
import { useProject } from './project.js';

const ORDER = 'src/models/order/order.model.ts';
const project = useProject('orders');

/** A class that its owner writes into another model's file, on a class of their own. */
const EVENT = `
import { CreateDateColumn, DeleteDateColumn, JoinColumn, ManyToOne, VersionColumn } from 'typeorm';
import { Base } from '../base.js';

@Entity()
export class OrderEvent extends Base {
  @Column('varchar') kind!: string;
  @ManyToOne(() => Order, { eager: true, onDelete: 'CASCADE' })
  @JoinColumn({ name: 'order_id' })
  order!: Relation<Order>;
  @VersionColumn() version!: number;
  @DeleteDateColumn() deleted_at!: Date | null;
}
`;
const BASE = `import { Column, CreateDateColumn, PrimaryGeneratedColumn } from 'typeorm';
export enum Channel { Web = 'web', Shop = 'shop' }
export abstract class Base {
  @PrimaryGeneratedColumn() id!: number;
  @Column('text', { nullable: true }) origin!: string | null;
  @CreateDateColumn() made_at!: Date;
}
`;
const COLUMNS = `
  @Column('varchar', { nullable: true, transformer: upper }) code!: string | null;
  @Column('varchar', { select: false, nullable: true }) secret!: string | null;
  @Column({ type: 'enum', enum: Channel, default: Channel.Web }) channel!: Channel;
  @Column('varchar', { nullable: true, default: makeDefault() }) computed!: string | null;
`;

function writeByHand(): string {
  project.write('src/models/base.ts', BASE);
  project.edit(ORDER, (text) =>
    text
      .replace("from 'typeorm';", "from 'typeorm';\nimport { Channel } from '../base.js';")
      .replace('\n  @CreateDateColumn', `${COLUMNS}\n  @CreateDateColumn`)
      .concat(EVENT),
  );
  return project.read(ORDER);
}

describe('entities that their owner wrote', () => {
  it('are brought along as they stand, wherever they stand', async () => {
    const written = writeByHand();
    expect(await sync(project.context(), {})).toBe(0);
    expect(project.read(ORDER)).toBe(written);
    expect(project.files('src/models/order-event')).toEqual(['order-event.test.ts']);
    expect(project.read('src/models/models.gen.ts')).toContain(
      "import { OrderEvent } from './order/order.model.js';",
    );
    expect(await sync(project.context(), {})).toBe(0);
    expect(await upgrade(project.context())).toBe(0);
    expect(project.read(ORDER)).toBe(written);
  });

  it('get a migration with what they inherit, what TypeORM fills, and values of enums', async () => {
    writeByHand();
    await sync(project.context(), {});
    const migration = project.migration();
    for (const line of [
      "origin: { type: 'text', nullable: true }",
      "made_at: { type: 'datetime', default: NOW }",
      "version: { type: 'integer' }",
      "deleted_at: { type: 'datetime', nullable: true }",
      "addColumn('order', 'channel', { type: 'string', length: 255, default: 'web' })",
    ])
      expect(migration).toContain(line);
    expect(project.read('src/models/order/order.test.ts')).toContain("channel: 'web'");
  });

  it('are named where they cannot be read, with file and line', async () => {
    writeByHand();
    await sync(project.context(), {});
    const [problem, ...more] = project.said().filter(({ code }) => code === 'unreadable-member');
    expect(more).toEqual([]);
    expect(problem?.message).toContain(
      '`Order.computed` is ignored: its default is computed at run time',
    );
    expect(problem?.at).toMatchObject({ file: ORDER });
  });

  it('take fields from commands once they were brought along', async () => {
    const written = writeByHand();
    expect(await sync(project.context(), {})).toBe(0);
    expect(await addModelFields(project.context(), 'OrderEvent', ['weight:float'], {})).toBe(0);
    const now = project.read(ORDER);
    expect(now).toContain('  weight!: number | null;');
    expect(now.replace(/\n+ *@Column\('double precision'[^\n]*\n *weight[^\n]*/, '')).toBe(written);
    expect(await sync(project.context({ now: new Date('2026-11-22T12:00:00Z') }), {})).toBe(0);
    expect(project.read(ORDER)).toBe(now);
  });

  it('keep their form when a newer crudgen is upgraded to', async () => {
    const written = writeByHand();
    expect(await upgrade(project.context())).toBe(0);
    expect(project.read(ORDER)).toBe(written);
  });
});
