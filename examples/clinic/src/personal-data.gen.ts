// Written by crudgen and rewritten with every change of the models: edits are lost.
import { privacyFeature } from '#engine/privacy';

/** What the tables of features have of persons, and what erasing them does there. */
export const privacy = privacyFeature([
  {
    table: 'record_change',
    rows: [
      { record: { model: 'model', key: 'key', values: 'changes' } },
      { user: 'actor_id', erase: { actor_id: null, actor: null, door: 'erased' } },
      { name: 'actor', erase: { actor_id: null, actor: null, door: 'erased' } },
    ],
  },
  {
    table: 'auth_session',
    rows: [{ user: 'user_id', erase: 'delete' }],
    secret: ['sid', 'version'],
  },
]);
