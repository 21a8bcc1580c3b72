import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { NumericId } from '../fields/record-id.js';
import { actionsOf, type CurrentUser } from '../model/access-rules.js';
import type { Profile } from '../model/route-context.js';
import type { Database } from '../database/database.js';
import { statementOf, type RawRow, type Session } from '../database/dialect.js';
import { EndedSessions } from './tokens.js';
import type { SignInBy } from '../settings/settings.js';
import { rolesTable, tenantsTable, usersTable } from './access-table.js';
import { emailKey, usernameKey, type Tenant, type UserRow } from './entities.js';

/** The facts that the service needs to know about a user to let them in. */
export interface Account {
  readonly user: CurrentUser;
  readonly profile: Profile;
  readonly active: boolean;
  readonly tokenVersion: string;
}

export interface Credentials {
  readonly userId: NumericId;
  readonly passwordHash: string;
  /** The version of tokens that are valid with this password. */
  readonly tokenVersion: string;
}

/** Changes by other replicas take effect after this time at the latest. */
const MAX_AGE = 500;
/**
 * Milliseconds until users and roles are read again although no change was marked: a database tool, or code that writes with
 * TypeORM alone, marks none.
 */
const MAX_TRUST = 10_000;
const MAX_CACHED_USERS = 10_000;

/**
 * Current users, roles and ended sessions, cached until one of them changes: immediately when this process changed it, within
 * half a second when another replica did, within ten when somebody changed it who tells nobody.
 */
export class Directory {
  private readonly accounts = new LRUCache<NumericId, Account>({
    max: MAX_CACHED_USERS,
    ttl: MAX_TRUST,
  });
  private roleMethods: ReadonlyMap<string, readonly string[]> = new Map();
  private version = '';
  private rolesReadAt = -Infinity;
  private checkedAt = -Infinity;
  private checking: Promise<void> | null = null;
  /** Counts cache invalidations. */
  private generation = 0;

  readonly sessions: EndedSessions;

  constructor(
    private readonly database: Database,
    /** The field that people sign in with. */
    readonly signInBy: SignInBy = 'username',
  ) {
    this.sessions = new EndedSessions(database);
  }

  /** Role name -> allowed HTTP methods; a new map after every change. */
  readonly roles = (): ReadonlyMap<string, readonly string[]> => this.roleMethods;

  /** Called when this process has changed users or roles. */
  readonly changed = (): void => {
    this.forget();
    this.checkedAt = -Infinity;
    this.version = '';
  };

  /** The user with this id, or null. */
  async account(id: NumericId): Promise<Account | null> {
    if (performance.now() - this.checkedAt > MAX_AGE) await this.refresh();
    return this.accounts.get(id) ?? this.load(id);
  }

  /** What a sign-in needs, as currently in the database; nothing more, so that an unknown name takes as long. */
  credentials(username: string): Promise<Credentials | null> {
    return this.credentialsBy('username_key', usernameKey(username));
  }

  /** What a sign-in needs, by what somebody types to sign in: a username, an address, or either. */
  signInCredentials(name: string): Promise<Credentials | null> {
    if (this.signInBy === 'username') return this.credentials(name);
    if (name.includes('@')) return this.credentialsBy('email_key', emailKey(name));
    // Nobody is locked out for want of an address: the first administrator has none.
    const withoutEmail = this.signInBy === 'email';
    return this.credentialsBy('username_key', usernameKey(name), withoutEmail);
  }

  private async credentialsBy(
    field: 'username_key' | 'email_key',
    key: string,
    withoutEmail = false,
  ): Promise<Credentials | null> {
    const users = usersTable(this.database);
    const is = `${users.column(field)} = ${this.database.dialect.placeholder(1)}`;
    const where = withoutEmail ? `${is} AND ${users.column('email_key')} IS NULL` : is;
    const [user] = await this.database.read((session) =>
      users.rows(['id', 'password_hash', 'token_version'], { where, values: [key] }, session),
    );
    if (user === undefined) return null;
    const { id: userId, password_hash: passwordHash, token_version: tokenVersion } = user;
    return { userId, passwordHash, tokenVersion };
  }

  /** Every role with its permissions. */
  async listRoles() {
    const roles = await this.readRoles();
    return roles.map(({ is_preset, ...role }) => ({
      ...role,
      allowed_actions: actionsOf(role.allowed_methods),
      is_preset,
    }));
  }

  /** The names of these tenants, or of all that are active, by name. */
  listTenants(
    which: readonly NumericId[] | 'active',
  ): Promise<readonly Pick<Tenant, 'id' | 'name'>[]> {
    const { dialect } = this.database;
    const tenants = tenantsTable(this.database);
    const id = tenants.info('id');
    const named = {
      where: dialect.inList(tenants.column('id'), dialect.placeholder(1), id),
      values: which === 'active' ? [] : [dialect.encodeList(which, id)],
    };
    const asked = which === 'active' ? { where: `${tenants.column('status')} = 'Active'` } : named;
    const end = `ORDER BY ${tenants.column('name')}`;
    return this.database.read((session) =>
      tenants.rows(['id', 'name'], { ...asked, end }, session),
    );
  }

  /** Short, so that no long read of others delays it. */
  private readRoles() {
    const roles = rolesTable(this.database);
    const end = `ORDER BY ${roles.column('id')}`;
    return this.database.read((session) =>
      roles.rows(['id', 'name', 'description', 'allowed_methods', 'is_preset'], { end }, session),
    );
  }

  private async load(id: NumericId): Promise<Account | null> {
    const { generation } = this;
    const account = await this.find(id);
    // What was read before a change must not be cached after it.
    if (account && generation === this.generation) this.accounts.set(id, account);
    return account;
  }

  /** One query at a time; all callers wait for the same result. */
  private refresh(): Promise<void> {
    this.checking ??= this.check().finally(() => (this.checking = null));
    return this.checking;
  }

  private async check(): Promise<void> {
    let generation, askedAt, version, endedSession, roles;
    do {
      generation = this.generation;
      askedAt = performance.now();
      ({ version, endedSession } = await this.database.read(readAccessChange));
      await this.sessions.learn(endedSession);
      roles = await this.rolesAt(version, askedAt);
      // Something has changed here meanwhile: the results may be older than that.
    } while (generation !== this.generation);
    if (version !== this.version) this.forget();
    this.roleMethods = roles;
    this.version = version;
    this.checkedAt = askedAt;
  }

  private forget(): void {
    this.generation += 1;
    this.accounts.clear();
  }

  /** One map as long as the roles stay what they are: others cache by it. */
  private async rolesAt(
    version: string,
    now: number,
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    if (version === this.version && now - this.rolesReadAt <= MAX_TRUST) return this.roleMethods;
    const roles = await this.readRoles();
    this.rolesReadAt = now;
    const found = new Map(roles.map((role) => [role.name, role.allowed_methods]));
    return isDeepStrictEqual(found, this.roleMethods) ? this.roleMethods : found;
  }

  private find(id: NumericId): Promise<Account | null> {
    return this.database.read((session) => readAccount(id, session, this.database));
  }
}

/** An account with the roles that it has now, and what each of them permits. */
export interface AccountWithRoles extends Account {
  readonly permissions: ReadonlyMap<string, readonly string[]>;
}

const USER_FIELDS = [
  ...(['id', 'username', 'email', 'first_name', 'last_name', 'status'] as const),
  'token_version',
] as const;

/** The account of a user, by a single statement; null if the user does not exist. */
export async function readAccount(
  id: NumericId,
  session: Session,
  database: Database,
): Promise<AccountWithRoles | null> {
  const users = usersTable(database);
  const roles = rolesTable(database);
  const tenants = tenantsTable(database);
  const granted = ['name', 'allowed_methods'] as const;
  const select = [users.select(USER_FIELDS), roles.select(granted), tenants.column('id')];
  const isActive = `${tenants.column('status')} = 'Active'`;
  const joins = `${users.joined('roles', roles)} ${users.joined('tenants', tenants, isActive)}`;
  const is = `${users.column('id')} = ${database.dialect.placeholder(1)}`;
  const rows = await session.rows(
    statementOf(
      `SELECT ${select.join(', ')} FROM ${users.from} ${joins} WHERE ${is} AND ${users.exists}`,
    ),
    [id],
  );
  const [first] = rows;
  if (!first) return null;
  const behind = (row: RawRow) => row.slice(USER_FIELDS.length);
  const found = rows.map((row) => roles.decode(behind(row), granted)).filter(({ name }) => name);
  const within = rows.map((row) => row.at(-1)).filter((tenant) => tenant !== null);
  return accountOf(
    users.decode(first, USER_FIELDS),
    new Map(found.map(({ name, allowed_methods }) => [name, allowed_methods])),
    [...new Set(within.map(Number))],
  );
}

function accountOf(
  { token_version: tokenVersion, ...user }: Pick<UserRow, (typeof USER_FIELDS)[number]>,
  permissions: AccountWithRoles['permissions'],
  within: readonly NumericId[],
): AccountWithRoles {
  const roles = [...permissions.keys()].sort();
  const tenants = within.toSorted((a, b) => a - b);
  const { id, username, status } = user;
  return {
    user: { id, username, roles, tenants },
    profile: { ...user, roles, tenants },
    active: status === 'Active',
    tokenVersion,
    permissions,
  };
}

/** Tells a process that others have changed users, roles or sessions. */
export interface AccessChange {
  /** Differs whenever users or roles have changed. */
  readonly version: string;
  /** The newest ended session; later ones have higher numbers. */
  readonly endedSession: number;
}

/**
 * Marks a change of users or roles, inside its transaction, so that every replica invalidates its cache. Locks the mark's row
 * until the commit: such changes are serialised.
 */
export async function markAccessChange(session: Session): Promise<void> {
  await session.run(
    { sql: 'UPDATE auth_change SET version = version + 1', name: 'auth_change_mark' },
    [],
  );
}

/** Queried by every process before it uses what it cached more than a moment ago. */
export async function readAccessChange(session: Session): Promise<AccessChange> {
  const [row] = await session.rows(
    {
      sql: 'SELECT version, (SELECT MAX(id) FROM auth_ended_session) FROM auth_change',
      name: 'auth_change_read',
    },
    [],
  );
  return { version: String(row?.[0]), endedSession: Number(row?.[1] ?? 0) };
}
