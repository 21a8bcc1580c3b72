import { NOW, StepMigration, addForeignKey, addIndex, addUnique, createTable, sql } from '#engine';

/** Users, roles and tenants, and what signing in needs to remember. */
export class CreateAccessControl00000000000001 extends StepMigration {
  readonly name = 'CreateAccessControl00000000000001';
  readonly steps = [
    createTable('auth_user', {
      id: { type: 'id' },
      username: { type: 'string', length: 255 },
      username_key: { type: 'string', length: 255 },
      email: { type: 'string', length: 255, nullable: true },
      first_name: { type: 'string', length: 255, nullable: true },
      last_name: { type: 'string', length: 255, nullable: true },
      status: { type: 'string', length: 255, default: 'Active' },
      password_hash: { type: 'string', length: 255 },
      password_is_initial: { type: 'boolean', default: false },
      token_version: { type: 'string', length: 32 },
      created_at: { type: 'datetime', default: NOW },
      updated_at: { type: 'datetime', default: NOW },
    }),
    createTable('auth_role', {
      id: { type: 'id' },
      name: { type: 'string', length: 255 },
      description: { type: 'text', nullable: true },
      allowed_methods: { type: 'json' },
      is_preset: { type: 'boolean', default: false },
      is_edited: { type: 'boolean', default: false },
      created_at: { type: 'datetime', default: NOW },
      updated_at: { type: 'datetime', default: NOW },
    }),
    createTable('auth_tenant', {
      id: { type: 'id' },
      name: { type: 'string', length: 255 },
      domain: { type: 'string', length: 255, nullable: true },
      status: { type: 'string', length: 255, default: 'Active' },
      created_at: { type: 'datetime', default: NOW },
      updated_at: { type: 'datetime', default: NOW },
    }),
    createTable(
      'auth_user_roles',
      { user_id: { type: 'integer' }, role_id: { type: 'integer' } },
      { primaryKey: ['user_id', 'role_id'] },
    ),
    createTable(
      'auth_user_tenants',
      { user_id: { type: 'integer' }, tenant_id: { type: 'integer' } },
      { primaryKey: ['user_id', 'tenant_id'] },
    ),
    /** Tries to sign in that failed; `at` in milliseconds. */
    createTable('auth_failure', {
      id: { type: 'id' },
      scope: { type: 'string', length: 255 },
      at: { type: 'bigint' },
    }),
    /** One row, whose version rises when users or roles change. */
    createTable('auth_change', { id: { type: 'id' }, version: { type: 'integer', default: 0 } }),
    addUnique('auth_user', ['username_key']),
    addUnique('auth_role', ['name']),
    addUnique('auth_tenant', ['name']),
    addIndex('auth_user_roles', ['role_id']),
    addIndex('auth_user_tenants', ['tenant_id']),
    addIndex('auth_failure', ['scope', 'at']),
    addIndex('auth_failure', ['at']),
    addForeignKey('auth_user_roles', 'user_id', { table: 'auth_user', onDelete: 'cascade' }),
    addForeignKey('auth_user_roles', 'role_id', { table: 'auth_role', onDelete: 'cascade' }),
    addForeignKey('auth_user_tenants', 'user_id', { table: 'auth_user', onDelete: 'cascade' }),
    addForeignKey('auth_user_tenants', 'tenant_id', { table: 'auth_tenant', onDelete: 'cascade' }),
    sql(
      {
        sqlite: 'INSERT INTO auth_change (version) VALUES (0)',
        postgres: 'INSERT INTO auth_change (version) VALUES (0)',
      },
      { sqlite: [], postgres: [] },
    ),
  ];
}
