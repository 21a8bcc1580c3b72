import type { Access } from '../access/policy.js';
import type { EngineWithPolicy } from '../records/create-engine.js';
import type { Database } from '../database/database.js';
import { transactionOf } from '../database/scoped-data-source.js';
import type { NumericId } from '../fields/record-id.js';
import type { Client } from '../http/client.js';
import { jsonObject, textFields } from '../http/read-body.js';
import type { CurrentUser, Grant } from '../model/access-rules.js';
import type { AccountsFrom } from '../routes/route-context.js';
import type { ModelInfo } from '../model/model-info.js';
import type { Records } from '../model/records.js';
import type { FactorAnswer, OwnProfile, Profile, SignInAnswer } from '../model/route-context.js';
import type { Where } from '../model/where.js';
import { forbidden, invalid } from '../problem/problem.js';
import { StartRefused } from '../settings/settings.js';
import { verifyPassword, type SignInParts } from './authentication.js';
import type { Account, Directory } from './directory.js';
import { userRecords, usersIn, type UserRow } from './entities.js';
import type { Admission } from './gate.js';
import type { PendingAddresses } from './pending-addresses.js';
import type { Entry, UseProof } from './sign-in-door.js';

/** What users may do with their own account whatever their roles, and how anonymous callers get one. */
export interface AccountRules {
  /** Fields that their own profile shows besides those of every profile. */
  readonly shows: readonly string[];
  /** Fields that they may change by `PATCH /auth/me`. */
  readonly edits: readonly string[];
  /** `POST /auth/sign-up` for anonymous callers; null: only those who may create users do so. */
  readonly signUp: SignUpRules | null;
}

export interface SignUpRules {
  /** The roles that every new account gets; never chosen by the caller. */
  readonly roles: readonly string[];
  /** Fields that a new user may set besides `username` and `password`. */
  readonly fields: readonly string[];
}

/** What determines a user's identity and permissions: never editable by themselves. */
type Closed =
  | ('id' | 'username_key' | 'email_key' | 'password' | 'password_hash' | 'password_is_initial')
  | ('token_version' | 'status' | 'roles' | 'tenants' | 'created_at' | 'updated_at')
  // Beside the fields of `PATCH /auth/me`.
  | 'proof';
const CLOSED: Readonly<Record<Closed, true>> = {
  id: true,
  username_key: true,
  email_key: true,
  password: true,
  password_hash: true,
  password_is_initial: true,
  token_version: true,
  status: true,
  roles: true,
  tenants: true,
  created_at: true,
  updated_at: true,
  proof: true,
};

/** What people sign in with, or are reached by: whoever changes it may come in by a new password. */
const IDENTIFYING = ['username', 'email'] as const;

type Values = Readonly<Record<string, unknown>>;

type OpenField<T> = Exclude<keyof T & string, Closed>;

/** The argument of `defineAccount`; whatever it leaves out stays closed. */
export interface AccountDefinition<T> {
  readonly shows?: readonly OpenField<T>[];
  readonly edits?: readonly OpenField<T>[];
  readonly signUp?: {
    readonly roles: readonly string[];
    readonly fields?: readonly OpenField<T>[];
  } | null;
}

/** What users may do with their own account, and what new ones may set when they sign up. */
export const defineAccount = <T extends object>({
  shows = [],
  edits = [],
  signUp = null,
}: AccountDefinition<T>): AccountRules => ({
  shows,
  edits,
  signUp: signUp && { fields: [], ...signUp },
});

/** The rules of a project that has none. */
export const NO_RULES: AccountRules = { shows: [], edits: [], signUp: null };

/** The operations on one's own account. */
export interface OwnAccount {
  readonly signsUp: boolean;
  /** Whether users may change anything of their profile. */
  readonly edits: boolean;
  profile(account: Account): Promise<OwnProfile>;
  /** Whether these values change what the user signs in with, or is reached by: that takes a proof. */
  isIdentifying(account: Account, values: Readonly<Record<string, unknown>>): boolean;
  /** Changes the profile, and uses the proof up that was shown for it: both or nothing. */
  edit(account: Account, body: unknown, client: Client, useProof?: UseProof): Promise<OwnProfile>;
  /** What is sent of an admission: sessions with one's own profile. */
  answer(account: Account, admission: Admission): Promise<SignInAnswer | FactorAnswer>;
  /** Creates an account for an anonymous caller and signs them in. */
  signUp(body: unknown, client: Client): Promise<SignInAnswer>;
}

/** The file with the rules. */
const RULES_FILE = 'src/models/user/user.account.ts';

/** Maximum sign-up attempts of one address in a time window. */
const MAX_SIGN_UPS = 10;

export interface OwnAccountParts extends SignInParts {
  readonly engine: EngineWithPolicy;
  readonly database: Pick<Database, 'write'>;
  /** The store in which addresses that users enter themselves wait until they are confirmed. */
  readonly pendingAddresses?: PendingAddresses | undefined;
}

/** Creates the operations; throws `StartRefused` where the rules open what must stay closed. */
export function createOwnAccount(
  parts: OwnAccountParts,
  rules: AccountRules = NO_RULES,
): OwnAccount {
  const { engine, database, directory, throttle, gate, events, pendingAddresses: pending } = parts;
  const users = usersIn(engine.models);
  refuseClosed(rules, users);
  const { signUp } = rules;
  const signUpFields = signUp ? ['username', 'password', ...signUp.fields] : [];
  const { own, anonymous } = accountRecords(engine, rules, signUpFields);
  const profile = profileBy(rules, own, pending);
  const found = async (id: NumericId): Promise<Account> => {
    const account = await directory.account(id);
    if (account === null) throw forbidden('This user no longer exists.');
    return account;
  };
  /** What is written now, and the address that waits, if any does. */
  const parted = (values: Readonly<Record<string, unknown>>, email: string | null) =>
    pending?.withoutWaiting(values, email, users) ?? ([values, null] as const);

  return {
    signsUp: signUp !== null,
    edits: rules.edits.length > 0,
    profile,
    isIdentifying: ({ profile: before }, values) => isIdentifying(rules, before, values),
    async edit({ user, profile: before }, body, client, useProof) {
      const values = jsonObject(body);
      refuseOthers(values, rules.edits);
      const [written, address] = parted(values, before.email);
      await database.write(async () => {
        await useProof?.();
        await own(user).update(user.id, written);
        if ('email' in values) await pending?.keep(user.id, address);
      });
      if (address !== null) events.tell({ kind: 'email-entered', userId: user.id, ...client });
      const after = await found(user.id);
      if (after.profile.email !== before.email)
        events.tell({ kind: 'email-changed', userId: user.id, ...client });
      return profile(after);
    },
    answer: async (account, admission) =>
      'factor' in admission ? admission : { ...admission, user: await profile(account) },
    async signUp(body, client) {
      if (signUp === null) throw new Error('sign-up is not enabled');
      const values = jsonObject(body);
      const { username } = textFields(values, ['username', 'password']);
      refuseOthers(values, signUpFields);
      await throttle.count('sign-up', client.address, MAX_SIGN_UPS);
      const missing = await missingRoles(rules, directory);
      if (missing.length > 0) throw new Error(missing.join('; '));
      const [written, address] = parted(values, null);
      const { id } = await throttle.hashing(username, client.address, () =>
        anonymous().create({ ...written, roles: signUp.roles }),
      );
      if (address !== null) await pending!.keep(id, address);
      const account = await found(id);
      const session = await gate.open(account, { way: 'sign-up', ...client });
      return { ...session, user: await profile(account) };
    },
  };
}

/** A user's own profile, by what the project shows of it. */
const profileBy =
  (
    { shows, edits }: AccountRules,
    own: (user: CurrentUser) => Records<UserRow>,
    pending: PendingAddresses | undefined,
  ) =>
  async ({ user, profile }: Account): Promise<OwnProfile> => ({
    ...profile,
    ...(shows.length > 0 && pick(await own(user).get(user.id), shows)),
    ...(pending && { pending_email: await pending.of(user.id) }),
    ...(edits.length > 0 && { edits }),
  });

/** The users' records for whoever has an account, and for strangers who sign up. */
function accountRecords(
  engine: EngineWithPolicy,
  rules: AccountRules,
  signUpFields: readonly string[],
) {
  const users = usersIn(engine.models);
  const shown: Fields = { readable: rules.shows, writable: rules.edits };
  const own = (user: CurrentUser): Records<UserRow> =>
    userRecords(engine, engine.under(accessTo(engine, shown, 'account', ownRow, users), user));
  const anonymous = (): Records<UserRow> => {
    const fields = { readable: [], writable: [...signUpFields, 'roles'] };
    const access = accessTo(engine, fields, 'stranger', () => users.exists, users);
    return userRecords(engine, engine.under(access, ANONYMOUS));
  };
  return { own, anonymous };
}

const pick = (record: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, record[name]]));

const isIdentifying = (
  { edits }: AccountRules,
  before: Profile,
  values: Readonly<Record<string, unknown>>,
): boolean =>
  IDENTIFYING.some(
    (name) => edits.includes(name) && name in values && values[name] !== before[name],
  );

/** What blocks every sign-up, and is not the caller's fault: roles that do not exist, or not yet. */
export async function missingRoles(
  { signUp }: AccountRules,
  directory: Pick<Directory, 'listRoles'>,
): Promise<readonly string[]> {
  if (signUp === null) return [];
  const known = new Set((await directory.listRoles()).map(({ name }) => name));
  return signUp.roles
    .filter((role) => !known.has(role))
    .map((role) => `${RULES_FILE}: signUp.roles names ${role}, a role that does not exist`);
}

/** A user without an account: no role, no tenant, so that rows behind row rules are out of reach. */
const ANONYMOUS: CurrentUser = { id: 0, username: 'stranger', roles: [], tenants: [] };

const ownRow = (user: CurrentUser): Where => ({ op: 'eq', field: 'id', value: user.id });

interface Fields {
  readonly readable: readonly string[];
  readonly writable: readonly string[];
}

/** Access to some users and some of their fields, whatever the roles; what these refer to follows the policy. */
function accessTo(
  { policy }: EngineWithPolicy,
  { readable, writable }: Fields,
  readableKey: string,
  rows: (user: CurrentUser) => Where,
  users: ModelInfo,
): Access {
  const fields: Pick<Grant, 'readable' | 'writable' | 'readableKey' | 'shows' | 'isRestricted'> = {
    readable: new Set(['id', ...readable]),
    writable: new Set(writable),
    readableKey,
    shows: true,
    isRestricted: true,
  };
  return {
    grant: (user, action, model) =>
      model === users
        ? { user, roles: user.roles, readingRoles: user.roles, where: rows(user), ...fields }
        : policy.grant(user, action, model),
    rowWhere: (actor, model) => policy.rowWhere(actor, model),
  };
}

/** A problem for each field that is not open to the caller: nothing that is sent is dropped silently. */
function refuseOthers(values: Readonly<Record<string, unknown>>, open: readonly string[]): void {
  const others = Object.keys(values).filter((name) => !open.includes(name));
  const problems = others.map((field) => ({
    field,
    code: 'unknown',
    message: `${field} cannot be set here. Fields that can be set here: ${open.join(', ') || 'none'}.`,
  }));
  const [first, ...rest] = problems;
  if (first) throw invalid([first, ...rest]);
}

function refuseClosed({ shows, edits, signUp }: AccountRules, users: ModelInfo): void {
  const fields = [...users.columns.filter(({ role }) => role !== 'hidden'), ...users.links];
  const names = new Set(fields.map(({ name }) => name).filter((name) => !(name in CLOSED)));
  const computed = users.extras.filter(({ compute }) => compute).map(({ name }) => name);
  const problems = (where: string, list: readonly string[], more: readonly string[] = []) =>
    list
      .filter((name) => !names.has(name) && !more.includes(name))
      .map(
        (name) =>
          `${where} cannot contain ${name}: it is not a field of users, or the service keeps it closed`,
      );
  const reasons = [
    ...problems('shows', shows, computed),
    ...problems('edits', edits),
    ...problems('signUp.fields', signUp?.fields ?? []),
    ...(signUp?.roles.includes('Admin')
      ? ['signUp.roles contains Admin, which new users must not get']
      : []),
  ];
  if (reasons.length > 0)
    throw new StartRefused(reasons.map((reason) => `${RULES_FILE}: ${reason}`));
}

interface AccountsParts extends OwnAccountParts {
  readonly database: Pick<Database, 'dataSource' | 'write'>;
}

/** Sign-in and sign-up for code of the project, under the same limits and rules as at `/auth`. */
export function createAccounts(parts: AccountsParts, rules?: AccountRules): AccountsFrom {
  const own = createOwnAccount(parts, rules);
  const open = async (account: Account, entry: Entry): Promise<SignInAnswer> => ({
    ...(await parts.gate.open(account, entry)),
    user: await own.profile(account),
  });
  return (client) => ({
    signIn: async (credentials) => {
      refuseInside(parts.database);
      const given = textFields({ ...credentials }, ['username', 'password']);
      const account = await verifyPassword(parts, given, client);
      return open(account, { way: 'password', ...client });
    },
    signUp: async (values) => {
      refuseInside(parts.database);
      return own.signUp(values, client);
    },
    openSession: async (userId) => {
      refuseInside(parts.database);
      const account = await parts.directory.account(userId);
      if (account === null) throw forbidden('This user is not active.', 'inactive-user');
      return open(account, { way: 'code', ...client });
    },
  });
}

/** In a transaction the count of failures would be rolled back with it, and only it would see the users that it creates. */
function refuseInside({ dataSource }: Pick<Database, 'dataSource'>): void {
  if (transactionOf(dataSource))
    throw new Error('`accounts` cannot be used inside a transaction: sign in before or after it');
}
