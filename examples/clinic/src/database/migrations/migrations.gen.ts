// Written by crudgen and rewritten with every change of the models: edits are lost.
import type { MigrationInterface } from 'typeorm';
import { CreateAccessControl00000000000001 } from './00000000000001-create-access-control.js';
import { EndSessions00000000000002 } from './00000000000002-end-sessions.js';
import { CreateTables20261121094612 } from './20261121094612-create-tables.js';
import { CreateIdempotencyKey20261126153437 } from './20261126153437-create-idempotency-key.js';
import { CreateDataImportDataImportPartDataImportRow20261126230003 } from './20261126230003-create-data-import-data-import-part-data-import-row.js';
import { CreateAuthSession20261127023042 } from './20261127023042-create-auth-session.js';
import { AddShadeToSpecimen20261128052102 } from './20261128052102-add-shade-to-specimen.js';
import { RemoveTables20261129032726 } from './20261129032726-remove-tables.js';
import { CreateRecordChange20261130115041 } from './20261130115041-create-record-change.js';
import { ChangeRecordChange20261130155418 } from './20261130155418-change-record-change.js';

/** Every migration, oldest first. */
export const migrations: readonly (new () => MigrationInterface)[] = [
  CreateAccessControl00000000000001,
  EndSessions00000000000002,
  CreateTables20261121094612,
  CreateIdempotencyKey20261126153437,
  CreateDataImportDataImportPartDataImportRow20261126230003,
  CreateAuthSession20261127023042,
  AddShadeToSpecimen20261128052102,
  RemoveTables20261129032726,
  CreateRecordChange20261130115041,
  ChangeRecordChange20261130155418,
];
