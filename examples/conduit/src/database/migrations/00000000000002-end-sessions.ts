import { StepMigration, addIndex, addUnique, createTable } from '#engine';

/** Sessions that ended before their tokens expire; `expires` in seconds. */
export class EndSessions00000000000002 extends StepMigration {
  readonly name = 'EndSessions00000000000002';
  readonly steps = [
    createTable('auth_ended_session', {
      id: { type: 'id' },
      sid: { type: 'string', length: 64 },
      expires: { type: 'bigint' },
    }),
    addUnique('auth_ended_session', ['sid']),
    addIndex('auth_ended_session', ['expires']),
  ];
}
