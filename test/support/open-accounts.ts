import { Column, Entity } from 'typeorm';
import { defineAccount } from '../../templates/service/engine/auth/own-account.js';
import * as steps from '../../templates/service/engine/database/steps/step.js';
import { StepMigration } from '../../templates/service/engine/database/steps/step-migration.js';
import { defineAccess } from '../../templates/service/engine/model/access-rules.js';
import { Field } from '../../templates/service/engine/model/field.js';
import type { Feature, Project } from '../../templates/service/engine/service/project.js';
import { migrations } from '../../templates/service/src/database/migrations/migrations.gen.js';
import { User as PlainUser } from '../../templates/service/src/models/user/user.model.js';
import { project as service } from '../../templates/service/src/project.js';
import { jobsFeature, runJobs } from '../../templates/features/jobs/engine/jobs/jobs-feature.js';
import { sentMails } from '../../templates/features/mail/engine/mail/outbox.js';
import { mail } from '../../templates/features/mail/src/mail/mail.js';
import { invitations } from '../../templates/features/invitations/src/mail/invitations.js';
import { passwordReset } from '../../templates/features/password-reset/src/mail/password-reset.js';
import { BESIDE_A_PACKAGE, composeService, listen } from './compose-service.js';
import { featureSteps } from './feature-steps.js';

/** A user whose address is nobody else's. */
@Entity('auth_user')
export class User extends PlainUser {
  @Field({ derivedFrom: 'email' })
  @Column('varchar', { length: 255, nullable: true, unique: true, select: false })
  email_key!: string | null;
}

const jobs = jobsFeature([]);
const FEATURES = [jobs, mail, passwordReset, invitations] as readonly Feature[];
const creating = (features: readonly Feature[]) =>
  class CreateAccounts20260101000000 extends StepMigration {
    readonly name = 'CreateAccounts20260101000000';
    readonly steps = [
      ...featureSteps(features.map(({ name }) => name)),
      steps.addColumn(
        'auth_user',
        'email_key',
        { type: 'string', length: 255, nullable: true },
        { caselessOf: 'email' },
      ),
      steps.addUnique('auth_user', ['email_key']),
    ];
  };

export const PASSWORD = 'a first long password';

export interface AccountsOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** What users may do with their own account. */
  readonly account?: Parameters<typeof defineAccount<User>>[0];
  /** Further features. */
  readonly more?: readonly Feature[];
  /** Who may do what with users; Admins alone by default. */
  readonly access?: Parameters<typeof defineAccess<User>>[0];
}

const ADMINS_ONLY = {
  roles: { Admin: ['list', 'show', 'create', 'edit'], '*': [] },
} satisfies AccountsOptions['access'];

/** A service with accounts and mails on a database; several on one are its processes. */
export async function openAccounts(
  url: string,
  { env = {}, account, more = [], access = ADMINS_ONLY }: AccountsOptions = {},
) {
  const features = [...FEATURES, ...more];
  const project = {
    ...service,
    folder: BESIDE_A_PACKAGE,
    user: User,
    account: account && defineAccount<User>(account),
    models: [
      ...service.models.filter(({ entity }) => entity !== PlainUser),
      {
        entity: User,
        access: defineAccess<User>(access),
      },
    ],
    features,
    migrations: [...migrations, creating(features)],
  } as unknown as Project;
  const composed = await composeService(project, url, {
    env: { TRUST_PROXY: 'loopback', PUBLIC_URL: 'https://app.example.com', ...env },
    features: new Map(features.map((one) => [one, one.testSettings ?? {}])),
  });
  const { app, parts, passwords, directory } = composed;
  const { database, engine } = parts;
  const server = await listen(app);

  /** From an address of its own unless a test says another, so that nothing is throttled. */
  const ask = async (method: string, path: string, { body, token, headers }: Asked = {}) => {
    const answer = await fetch(`${server.origin}${path}`, {
      method,
      headers: {
        'x-forwarded-for': newAddress(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers
    const found: any = text === '' ? undefined : JSON.parse(text);
    return { status: answer.status, headers: answer.headers, body: found };
  };
  const login = (username: string, password = PASSWORD) =>
    ask('POST', '/auth/login', { body: { username, password } });
  return {
    ...{ parts, database, directory, engine, passwords, ask, login },
    query: (text: string): Promise<Record<string, unknown>[]> => database.dataSource.query(text),
    users: engine.system(User),
    /** The same as a user may use them. */
    usersAs: async (id: number) => engine.as((await directory.account(id))!.user)(User),
    makeUser: async (username: string, values: object = {}, role = 'Viewer') => {
      const given = { username, password: PASSWORD, email: `${username}@example.com` };
      const { id } = await engine.system(User).create({ ...given, roles: [role], ...values });
      return id;
    },
    /** The mails that are sent once the jobs have run, since the last call. */
    mails: async () => {
      await runJobs(parts);
      const all = sentMails(parts);
      const fresh = all.slice(seen.get(database) ?? 0);
      seen.set(database, all.length);
      return fresh;
    },
    close: async () => {
      await server.close();
      await composed.close();
    },
  };
}

const seen = new WeakMap<object, number>();
let addresses = 0;
const newAddress = (): string => {
  addresses += 1;
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
};

interface Asked {
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type OpenAccounts = Awaited<ReturnType<typeof openAccounts>>;

/** The secret in the link of a mail. */
export const secretIn = ({ text }: { readonly text: string }): string =>
  /#token=([\w-]{43})/.exec(text)?.[1] ?? '';
