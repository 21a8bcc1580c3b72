import { StepMigration, addIndex, addUnique, createTable } from '#engine';

export class CreateAuthSession20261127023042 extends StepMigration {
  readonly name = 'CreateAuthSession20261127023042';
  readonly steps = [
    createTable('auth_session', {
      id: { type: 'id' },
      sid: { type: 'string', length: 64 },
      user_id: { type: 'integer' },
      version: { type: 'string', length: 255 },
      way: { type: 'string', length: 32 },
      address: { type: 'string', length: 64 },
      agent: { type: 'string', length: 255 },
      created_at: { type: 'bigint' },
      used_at: { type: 'bigint' },
      expires_at: { type: 'bigint' },
    }),
    addUnique('auth_session', ['sid']),
    addIndex('auth_session', ['user_id']),
    addIndex('auth_session', ['expires_at']),
  ];
}
