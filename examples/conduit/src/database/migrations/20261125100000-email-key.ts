import { StepMigration, addColumn, addUnique } from '#engine';

export class EmailKey20261125100000 extends StepMigration {
  readonly name = 'EmailKey20261125100000';
  readonly steps = [
    addColumn(
      'auth_user',
      'email_key',
      { type: 'string', length: 255, nullable: true },
      { caselessOf: 'email' },
    ),
    addUnique('auth_user', ['email_key']),
  ];
}
