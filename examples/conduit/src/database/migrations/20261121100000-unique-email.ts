import { StepMigration, addUnique } from '#engine';

/** Users sign in by their address, so no two have the same. */
export class UniqueEmail20261121100000 extends StepMigration {
  readonly name = 'UniqueEmail20261121100000';
  readonly steps = [addUnique('auth_user', ['email'])];
}
