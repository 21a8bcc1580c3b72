import { describe, expect, it } from 'vitest';
import prompts from 'prompts';
import { sync } from '../../../src/cli/commands/sync.js';
import { useProject } from './project.js';

describe('a join table with another name', () => {
  const project = useProject('conduit');
  const rename = () =>
    project.edit('src/models/article/article.model.ts', (text) =>
      text.replace("name: 'article_tags'", "name: 'article_labels'"),
    );

  it('is asked about like every other table, and keeps its rows', async () => {
    rename();
    await expect(sync(project.context(), {})).rejects.toMatchObject({
      problems: [
        {
          code: 'renamed-or-dropped',
          help: expect.stringContaining('--rename article_tags:article_labels'),
        },
      ],
    });
    const given = { rename: ['article_tags:article_labels'] };
    expect(await sync(project.context(), given)).toBe(0);
    expect(project.migration()).toContain("renameTable('article_tags', 'article_labels')");
    expect(project.migration()).not.toContain('drop');
  });

  it('is asked about on a terminal', async () => {
    rename();
    prompts.inject([true]);
    const { terminal } = project.context();
    const context = project.context({ terminal: { ...terminal, interactive: true } });
    expect(await sync(context, {})).toBe(0);
    expect(project.migration()).toContain("renameTable('article_tags', 'article_labels')");
  });

  it('is none where it joins other tables', async () => {
    project.edit('src/models/article/article.model.ts', (text) =>
      text
        .replace(/ {2}@ManyToMany\(\(\) => Tag[^]*?tags\?: Relation<Tag\[\]>;\n\n/, '')
        .replace(/^import \{ Tag \}.*\n/m, '')
        .replace(
          '  @CreateDateColumn',
          `  @ManyToMany(() => User)
  @JoinTable({
    name: 'article_readers',
    joinColumn: { name: 'article_id' },
    inverseJoinColumn: { name: 'user_id' },
  })
  readers?: Relation<User[]>;

  @CreateDateColumn`,
        ),
    );
    project.edit('src/models/tag/tag.model.ts', (text) =>
      text.replace(/ {2}@ManyToMany[^]*?\n\n/, ''),
    );
    expect(await sync(project.context(), { dropData: true })).toBe(0);
    expect(project.migration()).toContain("dropTable('article_tags')");
  });
});

describe('a column whose name another one takes', () => {
  const project = useProject('task-manager');
  const rename = () =>
    project.edit('src/models/task/task.model.ts', (text) =>
      text.replace('actual_work_hours!:', 'effort!:').replace('due_date!:', 'actual_work_hours!:'),
    );
  const [first, second] = ['task.actual_work_hours:effort', 'task.due_date:actual_work_hours'];

  it('is asked about, not dropped', async () => {
    rename();
    await expect(sync(project.context(), {})).rejects.toMatchObject({
      problems: [
        { help: expect.stringContaining(`--rename ${first}`) },
        { help: expect.stringContaining(`--rename ${second}`) },
      ],
    });
  });

  it.each([[[first, second]], [[second, first]]])('is renamed first: %j', async (given) => {
    rename();
    expect(await sync(project.context(), { rename: given })).toBe(0);
    expect(project.migration()).toMatch(
      /renameColumn\('task', 'actual_work_hours', 'effort'\),\s+renameColumn\('task', 'due_date', 'actual_work_hours'\),/,
    );
    expect(project.migration()).not.toMatch(/drop|add|change/);
    expect(await sync(project.context(), {})).toBe(0);
  });

  it('is asked about on a terminal', async () => {
    rename();
    prompts.inject([true, true]);
    const { terminal } = project.context();
    const context = project.context({ terminal: { ...terminal, interactive: true } });
    expect(await sync(context, {})).toBe(0);
    expect(project.migration()).not.toMatch(/drop|add|change/);
  });

  it('must be said, too, and two cannot take each other`s', async () => {
    rename();
    await expect(sync(project.context(), { rename: [second] })).rejects.toMatchObject({
      problems: [{ code: 'bad-rename', help: expect.stringContaining('actual_work_hours') }],
    });
    const swap = ['task.title:description', 'task.description:title'];
    await expect(sync(project.context(), { rename: swap })).rejects.toMatchObject({
      problems: [{ code: 'bad-rename', help: expect.stringContaining('two runs of sync') }],
    });
  });
});
