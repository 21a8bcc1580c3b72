import { z } from 'zod';
import { usersOf, type UserRow } from '../auth/entities.js';
import type { Database } from '../database/database.js';
import type { RecordId } from '../fields/record-id.js';
import { defineJob, type AnyJob } from '../jobs/define-job.js';
import { deliveryOf } from '../mail/mail-feature.js';
import { isAddress, type MailText } from '../mail/message.js';
import { sendUnstored } from '../mail/send-mail.js';
import type { ServiceParts } from '../service/project.js';
import { publicUrlFor } from '../settings/settings.js';
import type { AccountMails } from './account-mails.js';
import { createAccountLinks, type LinkKind } from './account-links.js';
import { createConfirmedEmails } from './confirmed-emails.js';

/** Whom a mail is for; nobody where there is no such user, which takes a job all the same. */
const payload = z.object({ userId: z.int().nullable(), language: z.string().nullable() });
export type AccountPayload = z.output<typeof payload>;

/** The same, for the address that the user had before. */
const formerPayload = payload.extend({ email: z.string() });

const RETRIES = { retries: 4, backoff: '30s' } as const;
const attempts = RETRIES.retries + 1;
const queued = (name: string) => ({ name, schema: payload, attempts });
export const RESET = queued('password-reset');
export const CONFIRM = queued('confirm-email');
export const CHANGED = queued('password-changed');
export const MOVED = { name: 'address-changed', schema: formerPayload, attempts };

/** Seconds for which an address can be confirmed. */
const CONFIRM_TTL = 86_400;

/** The jobs that write mails to users. Links are made here, so that no queue holds one. */
export function accountJobs(parts: ServiceParts, mails: AccountMails, ttl: number): AnyJob[] {
  const { database } = parts;
  const deliver = deliveryOf(parts);
  const base = publicUrlFor('password-reset', parts.settings);
  const links = createAccountLinks(database);
  const confirmed = createConfirmedEmails(database);
  const pages = { reset: '/admin/reset-password', confirm: '/admin/confirm-email', ...mails.pages };

  const job = (
    { name }: typeof RESET,
    textFor: (user: Addressed, language: string | null) => Promise<MailText | null>,
  ) =>
    defineJob(
      name,
      payload,
      async ({ payload: { userId, language }, signal }) => {
        const user = userId === null ? null : await readAddressed(database, userId);
        const text = user && (await textFor(user, language));
        if (text) await sendUnstored(deliver, { to: user.email, ...text }, signal);
      },
      RETRIES,
    );

  /** The facts of a mail with a link, in whose fragment the secret is: no server and no referrer learns it. */
  const linked = async (kind: LinkKind, user: Addressed, seconds: number) => {
    const { id: userId, email, token_version: tokenVersion, username } = user;
    const secret = await links.create(kind, { userId, email, tokenVersion }, seconds);
    const link = `${base}${pages[kind]}#token=${secret}`;
    return secret === null ? null : { username, link, minutes: Math.ceil(seconds / 60) };
  };

  return [
    job(RESET, async (user, language) => {
      const facts = await linked('reset', user, ttl);
      return facts && mails.reset({ ...facts, language });
    }),
    job(CONFIRM, async (user, language) => {
      if (await confirmed.has(user.id, user.email)) return null;
      const facts = await linked('confirm', user, CONFIRM_TTL);
      return facts && mails.confirm({ ...facts, language });
    }),
    job(CHANGED, async ({ username }, language) => mails.changed({ username, language })),
    defineJob(
      MOVED.name,
      formerPayload,
      async ({ payload: { userId, email: to, language }, signal }) => {
        const user = userId === null ? null : await readActive(database, userId);
        if (user === null || !isAddress(to)) return;
        const { username } = user;
        await sendUnstored(deliver, { to, ...mails.moved({ username, language }) }, signal);
      },
      RETRIES,
    ),
  ];
}

type Addressed = Pick<UserRow, 'id' | 'username' | 'token_version'> & { readonly email: string };

/** An active user with an address. */
async function readAddressed(database: Database, id: RecordId): Promise<Addressed | null> {
  const user = await readActive(database, id);
  return user && isAddress(user.email) ? { ...user, email: user.email } : null;
}

const readActive = (database: Database, id: RecordId): Promise<UserRow | null> =>
  database.read((session) =>
    usersOf(session.runner().manager)
      .createQueryBuilder('user')
      .select(['user.id', 'user.username', 'user.email', 'user.token_version'])
      .where({ id, status: 'Active' })
      .getOne(),
  );
