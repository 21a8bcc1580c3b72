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
  const [first, second] = ['Task.actual_work_hours:effort', 'Task.due_date:actual_work_hours'];
  const inTables = [first, second].map((one) => one.replace('Task', 'task'));

  it('is asked about, not dropped', async () => {
    rename();
    await expect(sync(project.context(), {})).rejects.toMatchObject({
      problems: [
        { help: expect.stringContaining(`--rename ${first}`) },
        { help: expect.stringContaining(`--rename ${second}`) },
      ],
    });
  });

  it.each([[[first, second]], [[second, first]], [inTables]])(
    'is renamed first: %j',
    async (given) => {
      rename();
      expect(await sync(project.context(), { rename: given })).toBe(0);
      expect(project.migration()).toMatch(
        /renameColumn\('task', 'actual_work_hours', 'effort'\),\s+renameColumn\('task', 'due_date', 'actual_work_hours'\),/,
      );
      expect(project.migration()).not.toMatch(/drop|add|change/);
      expect(await sync(project.context(), {})).toBe(0);
    },
  );

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
    const swap = ['Task.title:description', 'Task.description:title'];
    await expect(sync(project.context(), { rename: swap })).rejects.toMatchObject({
      problems: [{ code: 'bad-rename', help: expect.stringContaining('run sync twice') }],
    });
  });
});

describe('a name that was changed by hand', () => {
  const project = useProject('task-manager');
  const TASK = 'src/models/task/task.model.ts';

  it.each(['Task.title:headline', 'task.title:headline'])('%s names the field', async (given) => {
    project.edit(TASK, (text) => text.replace('title!:', 'headline!:'));
    expect(await sync(project.context(), { rename: [given] })).toBe(0);
    expect(project.migration()).toMatch(/steps = \[renameColumn\('task', 'title', 'headline'\)\]/);
  });

  it.each(['Task.project:portfolio', 'Task.project_id:portfolio_id'])(
    '%s names a reference',
    async (given) => {
      project.edit(TASK, (text) =>
        text
          .replace("'project_id'", "'portfolio_id'")
          .replace('project_id!:', 'portfolio_id!:')
          .replace('project?:', 'portfolio?:'),
      );
      project.edit('src/models/project/project.model.ts', (text) =>
        text
          .replace('task.project,', 'task.portfolio,')
          .replace('task.project)', 'task.portfolio)'),
      );
      expect(await sync(project.context(), { rename: [given] })).toBe(0);
      expect(project.migration()).toContain("renameColumn('task', 'project_id', 'portfolio_id')");
      expect(project.migration()).not.toContain('dropColumn');
    },
  );

  const renameModel = () => {
    const named = (text: string) => text.replace(/\bTask\b/g, 'Errand');
    for (const path of [
      'task/task.model.ts',
      'project/project.model.ts',
      'team-member/team-member.model.ts',
    ])
      project.edit(`src/models/${path}`, named);
    project.edit(TASK, (text) =>
      text.replace("@Entity('task')", "@Entity('errand')").replace('title!:', 'headline!:'),
    );
  };

  it('is asked for by the names of models, and taken by the old and the new one', async () => {
    renameModel();
    await expect(sync(project.context(), {})).rejects.toMatchObject({
      problems: [
        {
          message: expect.stringContaining('`Task`'),
          help: expect.stringContaining('--rename Task:Errand keeps'),
        },
      ],
    });
    for (const names of [
      ['Task:Errand', 'Task.title:headline'],
      ['Errand.title:headline', 'Task:Errand'],
      ['task:errand', 'errand.title:headline'],
    ]) {
      expect(await sync(project.context({ dryRun: true }), { rename: names })).toBe(0);
    }
    expect(await sync(project.context(), { rename: ['Task:Errand', 'Task.title:headline'] })).toBe(
      0,
    );
    expect(project.migration()).toContain("renameTable('task', 'errand')");
    expect(project.migration()).toContain("renameColumn('errand', 'title', 'headline')");
  });

  it.each([
    'Task.titel:headline',
    'Task.title:heading',
    'Tsak.title:headline',
    'title:headline',
    'Task.title',
  ])('%s is refused with what to type', async (given) => {
    project.edit(TASK, (text) => text.replace('title!:', 'headline!:'));
    await expect(sync(project.context(), { rename: [given] })).rejects.toMatchObject({
      problems: [
        { code: 'bad-rename', help: expect.stringContaining('--rename Task.title:headline') },
      ],
    });
  });
});

describe('a many-to-many field that was renamed by hand', () => {
  const project = useProject('conduit');

  it('keeps its links, by its own name', async () => {
    project.edit('src/models/article/article.model.ts', (text) =>
      text.replace("name: 'article_tags'", "name: 'article_labels'").replace('tags?:', 'labels?:'),
    );
    project.edit('src/models/tag/tag.model.ts', (text) =>
      text.replace('article.tags', 'article.labels'),
    );
    await expect(sync(project.context(), {})).rejects.toMatchObject({
      problems: [{ help: expect.stringContaining('--rename Article.tags:labels') }],
    });
    expect(await sync(project.context(), { rename: ['Article.tags:labels'] })).toBe(0);
    expect(project.migration()).toContain("renameTable('article_tags', 'article_labels')");
    expect(project.migration()).not.toContain('drop');
  });
});

describe('a column with another name than before, of a field that keeps its name', () => {
  const project = useProject('conduit');

  it('is asked about by its own name, and keeps its values', async () => {
    project.edit('src/models/article/article.model.ts', (text) =>
      text.replace(
        "@Column('varchar', { length: 200 })\n  title",
        "@Column('varchar', { name: 'Title', length: 200 })\n  title",
      ),
    );
    await expect(sync(project.context(), {})).rejects.toMatchObject({
      problems: [{ help: expect.stringContaining('--rename Article.title:Title') as string }],
    });
    expect(await sync(project.context(), { rename: ['Article.title:Title'] })).toBe(0);
    expect(project.migration()).toContain("renameColumn('article', 'title', 'Title')");
    expect(project.migration()).not.toContain('drop');
  });
});
