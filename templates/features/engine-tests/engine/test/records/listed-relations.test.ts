import { expect, test } from 'vitest';
import { allFor, defineAccess, tenant } from '../../model/access-rules.js';
import { Note, modules } from '../fixtures/library.js';
import { openLibrary, user } from '../fixtures/open-library.js';

test('a to-many relation has the records of their own list, whatever another role may show', async () => {
  const access = defineAccess<Note>({
    roles: { Viewer: ['list'], Editor: ['show'] },
    rows: [allFor('Editor'), tenant('tenant_id')],
  });
  const notes = modules.map((one) => (one.entity === Note ? { entity: Note, access } : one));
  const { database, engine } = await openLibrary('sqlite::memory:', { modules: notes });
  try {
    const { id } = await engine.system(Note).create({ title: 'root', tenant_id: 1 });
    for (const tenant_id of [1, 2])
      await engine.system(Note).create({ title: `${tenant_id}`, tenant_id, reply_to_id: id });
    const crud = engine.as(user(3, ['Viewer', 'Editor'], [1]));
    const [root] = await crud(Note).find({ where: { id }, relations: ['replies'] });
    const listed = await crud(Note).find({ where: { reply_to_id: id } });
    expect(root).toMatchObject({ replies: listed.map(({ title }) => ({ title })) });
    expect(listed).toHaveLength(1);
  } finally {
    await database.close();
  }
});
