import { describe, expect, it } from 'vitest';
import { doctor } from '../../../src/cli/commands/doctor.js';
import { addModelFields } from '../../../src/cli/commands/model-fields.js';
import { diff, sync } from '../../../src/cli/commands/sync.js';
import { upgrade } from '../../../src/cli/commands/upgrade.js';
import { useProject } from './project.js';

const USER = 'src/models/user/user.model.ts';
const EMAIL = "@Column('varchar', { length: 255, nullable: true })\n  email!";
const project = useProject('task-manager');

/** Writes the column of the e-mail address by hand, and what its imports and class need for it. */
function write(column: string, above = '', imported = ''): string {
  project.edit(USER, (text) =>
    text
      .replace(EMAIL, `${column}\n  email!`)
      .replace("@Entity('auth_user')", `@Entity('auth_user')${above}`)
      .replace('  JoinTable,', `${imported}  JoinTable,`),
  );
  return project.read(USER);
}

/** The column that the service fills where addresses are unique. */
const KEY =
  /\n {2}\/\*\*[^\n]*`emailKey`\. \*\/\n {2}@Field[^\n]*\n {2}@Column[^\n]*\n {2}email_key!:[^\n]*\n/;
/** The calls in a migration, each in one line. */
const stepsOf = (text: string): string[] =>
  (/readonly steps = \[([^]*?)\];\n/.exec(text)?.[1] ?? '')
    .replace(/\s*\n\s*/g, ' ')
    .replace(/\( /g, '(')
    .replace(/, \)/g, ')')
    .replace(/(\)),? (?=add)/g, '$1\n')
    .replace(/\),$|\), $/g, ')')
    .trim()
    .replace(/,$/, '')
    .split('\n');

const codes = () => project.said().map(({ code }) => code);
const migrations = () =>
  project.files('src/database/migrations').filter((name) => name.startsWith('20261121120000'));

describe('a login field that is edited by hand', { timeout: 120_000 }, () => {
  it.each([
    ["@Column('varchar', { length: 255, nullable: true, unique: true })", '', ''],
    [EMAIL.replace(/\n.*/, ''), "\n@Unique(['email'])", '  Unique,\n'],
    [EMAIL.replace(/\n.*/, ''), "\n@Index(['email'], { unique: true })", '  Index,\n'],
  ])('is unique by %s%s', async (column, above, imported) => {
    const written = write(column, above, imported);
    expect(await doctor(project.context())).toBe(1);
    expect(project.said()).toContainEqual(
      expect.objectContaining({ code: 'drift', help: 'to write the migration: crudgen sync' }),
    );
    expect(await sync(project.context(), {})).toBe(0);
    expect(codes()).toContain('not-unique');
    expect(stepsOf(project.migration())).toEqual([
      `addColumn('auth_user', 'email_key', { type: 'string', length: 255, nullable: true }, { caselessOf: 'email' })`,
      `addUnique('auth_user', ['email'])`,
      `addUnique('auth_user', ['email_key'])`,
    ]);
    expect(project.read(USER).replace(KEY, '')).toBe(written);
    expect(project.read(USER)).toMatch(KEY);
    project.said().splice(0);
    expect(await doctor(project.context())).toBe(0);
    expect(codes()).toEqual(['not-installed']);
    expect(await upgrade(project.context())).toBe(0);
    expect(migrations()).toHaveLength(1);
    expect(await addModelFields(project.context(), 'User', ['bio:text'], {})).toBe(0);
    expect(project.read(USER)).toContain('bio!: string | null;');
    expect(project.read('web/src/pages/user/user.facts.gen.ts')).toContain(
      "{ source: 'email', type: 'string', unique: true }",
    );
  });

  it('is no longer unique, and its key goes without a question', async () => {
    const unique = "@Column('varchar', { length: 255, nullable: true, unique: true })";
    write(unique);
    expect(await sync(project.context(), {})).toBe(0);
    project.edit(USER, (text) => text.replace(unique, unique.replace(', unique: true', '')));
    const later = project.context({ now: new Date('2026-11-22T12:00:00Z') });
    expect(await sync(later, {})).toBe(0);
    expect(project.read(USER)).not.toContain('email_key');
  });

  it('has an index and another length, and loses no data without consent', async () => {
    write("@Index()\n  @Column('varchar', { length: 100, nullable: true })", '', '  Index,\n');
    expect(await sync(project.context(), {})).toBe(1);
    expect(migrations()).toEqual([]);
    expect(await sync(project.context(), { dropData: true })).toBe(0);
    expect(project.migration()).toContain(
      "changeColumn('auth_user', 'email', { type: 'string', length: 100, nullable: true })",
    );
    expect(project.migration()).toContain("addIndex('auth_user', ['email'])");
    expect(await sync(project.context(), {})).toBe(0);
    expect(migrations()).toHaveLength(1);
  });

  it('stays unique where its column is written in a way that cannot be read', async () => {
    write("@Column('varchar', { length: 255, nullable: true, unique: true })");
    expect(await sync(project.context(), {})).toBe(0);
    project.edit(USER, (text) =>
      text
        .replace(
          "@Column('varchar', { length: 255, nullable: true, unique: true })",
          '@Column(email())',
        )
        .replace(
          '/** A user',
          "const email = () => ({ type: 'varchar', unique: true }) as const;\n\n$&",
        ),
    );
    project.said().splice(0);
    expect(await diff(project.context(), {})).toBe(0);
    expect(codes()).toEqual(['unreadable-member']);
    expect(await sync(project.context(), {})).toBe(0);
    expect(migrations()).toHaveLength(1);
  });

  it('keeps its column where the class no longer has it', async () => {
    project.edit(USER, (text) => text.replace(/ {2}@Column[^@]*first_name![^@]*\n\n/, ''));
    expect(project.read(USER)).not.toContain('first_name');
    expect(await sync(project.context(), {})).toBe(0);
    expect(migrations()).toEqual([]);
  });
});
