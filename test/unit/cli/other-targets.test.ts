import { describe, expect, it } from 'vitest';
import { sync } from '../../../src/cli/commands/sync.js';
import { useProject } from './project.js';

describe('a reference that leads to another model', () => {
  const project = useProject('task-manager');
  const path = 'src/models/project/project.model.ts';
  const retarget = () => {
    project.edit(path, (text) =>
      text
        .replace(
          '@ManyToOne(() => TeamMember, (teamMember) => teamMember.owned_projects, {',
          '@ManyToOne(() => User, {',
        )
        .replace('owner?: Relation<TeamMember>', 'owner?: Relation<User>')
        .replace(/import \{ TeamMember \}.*/, `import { User } from '../user/user.model.js';`),
    );
    project.edit('src/models/team-member/team-member.model.ts', (text) =>
      text.replace(/ {2}@OneToMany\(\(\) => Project[^]*?\n\n/, ''),
    );
  };

  it('does not keep the ids of other records', async () => {
    retarget();
    expect(await sync(project.context(), {})).toBe(1);
    expect(project.said()).toMatchObject([
      { code: 'loses-data', message: expect.stringContaining('`project.owner_id` is dropped') },
    ]);
    expect(await sync(project.context(), { dropData: true })).toBe(0);
    const migration = project.migration();
    expect(migration.indexOf("dropColumn('project', 'owner_id')")).toBeGreaterThan(0);
    expect(migration.indexOf("addColumn('project', 'owner_id'")).toBeGreaterThan(
      migration.indexOf("dropColumn('project', 'owner_id')"),
    );
    const added = migration.slice(migration.indexOf("addForeignKey('project', 'owner_id'"));
    expect(added).toMatch(/^addForeignKey\([^)]*table: 'auth_user/);
  });
});

describe('links that lead to another model', () => {
  const project = useProject('conduit');
  const retarget = (column: string) => {
    project.edit('src/models/article/article.model.ts', (text) =>
      text
        .replace('@ManyToMany(() => Tag, (tag) => tag.articles)', '@ManyToMany(() => User)')
        .replace(
          "inverseJoinColumn: { name: 'tag_id' }",
          `inverseJoinColumn: { name: '${column}' }`,
        )
        .replace('tags?: Relation<Tag[]>', 'tags?: Relation<User[]>')
        .replace(/^import \{ Tag \}.*\n/m, ''),
    );
    project.edit('src/models/tag/tag.model.ts', (text) =>
      text.replace(/ {2}@ManyToMany[^]*?\n\n/, ''),
    );
  };

  it('stay where the other side owns them now', async () => {
    const [article, tag] = ['article', 'tag'].map((name) => `src/models/${name}/${name}.model.ts`);
    const table = / {2}@JoinTable\(\{[^]*?\n {2}\}\)\n/;
    project.edit(article!, (text) => text.replace(table, '').replace('JoinTable,', ''));
    project.edit(tag!, (text) =>
      text
        .replace(
          /( {2}@ManyToMany\(.*\n)/,
          `$1  @JoinTable({
    name: 'article_tags',
    joinColumn: { name: 'tag_id' },
    inverseJoinColumn: { name: 'article_id' },
  })
`,
        )
        .replace('ManyToMany,', 'JoinTable, ManyToMany,'),
    );
    expect(await sync(project.context(), {})).toBe(0);
    expect(project.migration()).not.toMatch(/drop(Table|Column)/);
  });

  it.each(['user_id', 'tag_id'])('are other links, in a column called %s', async (column) => {
    retarget(column);
    expect(await sync(project.context(), {})).toBe(1);
    expect(project.said()).toMatchObject([
      { code: 'loses-data', message: expect.stringContaining('`article_tags` is dropped') },
    ]);
    expect(await sync(project.context(), { dropData: true })).toBe(0);
    const migration = project.migration();
    expect(migration).not.toContain('rename');
    expect(migration).toContain("dropTable('article_tags')");
    expect(migration).toMatch(new RegExp(`createTable\\(\\s*'article_tags',[^]*${column}`));
  });
});
