import { StepMigration, dropTable } from '#engine';

export class RemoveIdempotencyKey20261129032726 extends StepMigration {
  readonly name = 'RemoveIdempotencyKey20261129032726';
  readonly steps = [dropTable('idempotency_key')];
}
