import { describe, expect, it } from 'vitest';
import { addModelFields, renameModelField } from '../../../src/cli/commands/model-fields.js';
import { modelAdd } from '../../../src/cli/commands/model-add.js';
import { renameWholeModel } from '../../../src/cli/commands/model-rename.js';
import { sync } from '../../../src/cli/commands/sync.js';
import type { Problem } from '../../../src/problem.js';
import { useProject } from './project.js';

const NOTE = 'src/models/note/note.model.ts';
const TAG = 'src/models/tag/tag.model.ts';
const project = useProject('clinic');

/** What sync asks before it takes anything for dropped. */
const asked = (): Promise<readonly string[]> =>
  sync(project.context(), {}).then(
    () => [],
    ({ problems }: { problems: readonly Problem[] }) => problems.map(({ message }) => message),
  );
const noteTags = () => /name: 'note_tags',[^]*?\}\)/.exec(project.read(NOTE))![0];
const renameTagColumn = () =>
  project.edit(NOTE, (text) => text.replace("{ name: 'tag_id' }", "{ name: 'label_id' }"));

describe('a join table under names of its developer`s own', () => {
  it('gets them in the database', async () => {
    renameTagColumn();
    expect(await asked()).toEqual([expect.stringContaining('`note_tags.tag_id` is gone')]);
    expect(await sync(project.context(), { rename: ['note_tags.tag_id:label_id'] })).toBe(0);
    expect(project.migration()).toContain("renameColumn('note_tags', 'tag_id', 'label_id')");
    expect(noteTags()).toContain("inverseJoinColumn: { name: 'label_id' }");
    expect(await asked()).toEqual([]);
  });

  it('keeps them when what it refers to has another table', async () => {
    project.edit(TAG, (text) => text.replace("@Entity('tag')", "@Entity('labels')"));
    expect(await asked()).toEqual([expect.stringContaining('`tag` is gone')]);
    expect(await sync(project.context(), { rename: ['tag:labels'] })).toBe(0);
    expect(project.migration()).toContain("renameTable('tag', 'labels')");
    expect(project.migration()).not.toContain('_id');
    expect(noteTags()).toContain("inverseJoinColumn: { name: 'tag_id' }");
  });

  it('keeps them when its own entity has another table', async () => {
    project.edit(NOTE, (text) => text.replace("@Entity('note')", "@Entity('remark')"));
    expect(await sync(project.context(), { rename: ['note:remark'] })).toBe(0);
    expect(project.migration()).toContain("readonly steps = [renameTable('note', 'remark')]");
    expect(noteTags()).toContain("joinColumn: { name: 'note_id' }");
    expect(await asked()).toEqual([]);
  });

  it('keeps them through commands, and only them', async () => {
    renameTagColumn();
    await sync(project.context(), { rename: ['note_tags.tag_id:label_id'] });
    const later = (day: number) => project.context({ now: new Date(`2026-11-2${day}T12:00:00Z`) });
    expect(await addModelFields(later(2), 'Note', ['rank:integer'], {})).toBe(0);
    expect(noteTags()).toContain("inverseJoinColumn: { name: 'label_id' }");
    expect(await renameWholeModel(later(3), 'Note', 'Remark', {})).toBe(0);
    const text = project.read('src/models/remark/remark.model.ts');
    expect(text).toMatch(
      /name: 'remark_tags',\s+joinColumn: \{ name: 'remark_id' \},\s+inverseJoinColumn: \{ name: 'label_id' \}/,
    );
  });
});

describe('a join table', () => {
  const taken = { problems: [expect.objectContaining({ code: 'duplicate-table' })] };
  const tooLong = { problems: [expect.objectContaining({ code: 'name-too-long' })] };
  const LONG = 'a'.repeat(60);

  it('is not one that a model has', async () => {
    await modelAdd(project.context(), 'Mark', ['n:string'], { table: 'note_marks' });
    await modelAdd(project.context(), 'Sign', ['n:string'], { table: 'memo_tags' });
    const context = (...args: string[]) => project.context({ args });
    await expect(
      addModelFields(context('Note', 'marks:refs=Tag:as=x'), 'Note', ['marks:refs=Tag:as=x'], {}),
    ).rejects.toMatchObject(taken);
    await expect(
      renameModelField(context('Note', 'tags', 'marks'), 'Note', 'tags', 'marks', {}),
    ).rejects.toMatchObject(taken);
    await expect(
      renameWholeModel(context('Note', 'Memo'), 'Note', 'Memo', {}),
    ).rejects.toMatchObject(taken);
  });

  it('has a name that PostgreSQL keeps', async () => {
    const context = (...args: string[]) => project.context({ args });
    await expect(
      addModelFields(
        context('Note', `${LONG}:refs=Tag:as=z`),
        'Note',
        [`${LONG}:refs=Tag:as=z`],
        {},
      ),
    ).rejects.toMatchObject(tooLong);
    await expect(
      renameModelField(context('Note', 'tags', LONG), 'Note', 'tags', LONG, {}),
    ).rejects.toMatchObject(tooLong);
    await addModelFields(project.context(), 'Note', ['twenty_four_characters__:refs=Tag:as=y'], {});
    const long = `M${'m'.repeat(41)}`;
    await expect(renameWholeModel(context('Note', long), 'Note', long, {})).rejects.toMatchObject(
      tooLong,
    );
  });
});
