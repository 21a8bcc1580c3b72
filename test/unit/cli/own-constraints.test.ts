import { describe, expect, it } from 'vitest';
import { doctor } from '../../../src/cli/commands/doctor.js';
import { addModelFields, renameModelField } from '../../../src/cli/commands/model-fields.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { useProject } from './project.js';

const LINE = 'src/models/order-line/order-line.model.ts';
const project = useProject('orders');
const said = (): readonly string[] =>
  project
    .said()
    .splice(0)
    .flatMap(({ code, message }) => (code === 'unreadable-member' ? [message] : []));

/** Puts decorators over the class and over its first column. */
function decorate(over: string, member = ''): string {
  project.edit(LINE, (text) =>
    text
      .replace('@Entity(', `${over}\n@Entity(`)
      .replace('  id!: number;\n', `  id!: number;\n\n${member}`),
  );
  return project.read(LINE);
}

describe('an index that is unique', () => {
  it('is unique in the database, and stays as it is written', async () => {
    const written = decorate(
      "@Index('of_order', ['order_id', 'code'], { unique: true })",
      "  @Index({ unique: true })\n  @Column('varchar', { nullable: true })\n  code!: string | null;\n",
    );
    expect(await sync(project.context(), {})).toBe(0);
    expect(project.migration()).toContain("addUnique('order_line', ['order_id', 'code'])");
    expect(project.migration()).toContain("addUnique('order_line', ['code'])");
    expect(project.migration()).not.toContain('addIndex');
    expect(project.read(LINE)).toBe(written);
    const later = project.context({ now: new Date('2026-11-22T12:00:00Z') });
    const migrations = project.files('src/database/migrations');
    expect(await sync(later, {})).toBe(0);
    expect(project.files('src/database/migrations')).toEqual(migrations);
    expect(await addModelFields(later, 'OrderLine', ['rank:integer'], {})).toBe(0);
    expect(project.read(LINE)).toContain(
      "@Index('of_order', ['order_id', 'code'], { unique: true })",
    );
    expect(project.read(LINE)).not.toContain("@Unique(['order_id', 'code']");
    expect(await renameModelField(later, 'OrderLine', 'code', 'sku', {})).toBe(0);
    expect(project.read(LINE)).toContain(
      "@Index('of_order', ['order_id', 'sku'], { unique: true })",
    );
  });
});

describe('a constraint that crudgen has no words for', () => {
  it('is said once by sync and doctor, and stops nobody', async () => {
    const written = decorate("@Check('quantity >= 0')");
    const once = ['`@Check` over `OrderLine` is ignored: crudgen does not support it'];
    expect(await sync(project.context(), {})).toBe(0);
    expect(said()).toEqual(once);
    expect(project.read(LINE)).toBe(written);
    expect(await doctor(project.context())).toBe(0);
    expect(said()).toEqual(once);
    expect(await addModelFields(project.context(), 'OrderLine', ['rank:integer'], {})).toBe(0);
    expect(project.read(LINE)).toContain("@Check('quantity >= 0')");
    expect(project.migration()).toContain("addColumn('order_line', 'rank'");
  });
});
