import { z } from 'zod';
import { emailKey, usersOf, type UserRow } from '../auth/entities.js';
import { createThrottle } from '../auth/throttle.js';
import type { Database } from '../database/database.js';
import { readPackage } from '../docs/document-parts.js';
import { titleOf } from '../docs/openapi.js';
import type { NumericId } from '../fields/record-id.js';
import { defineJob, type AnyJob } from '../jobs/define-job.js';
import { deliveryOf } from '../mail/mail-feature.js';
import { isAddress, type MailText } from '../mail/message.js';
import { sendUnstored } from '../mail/send-mail.js';
import { HttpProblem } from '../problem/problem.js';
import type { ServiceParts } from '../service/project.js';
import { publicUrlFor } from '../settings/settings.js';
import type { AccountMails, LinkFacts } from './account-mails.js';
import { createAccountLinks, type LinkKind } from './account-links.js';
import { createConfirmedEmails } from './confirmed-emails.js';
import { createPendingEmails } from './pending-emails.js';

/** Whom a mail is for; nobody where there is no such user, which takes a job all the same. */
const payload = z.object({ userId: z.int().nullable(), language: z.string().nullable() });
export type AccountPayload = z.output<typeof payload>;

/** The user whom a mail is for, and the address that the user had before. */
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

/** Mails to one address, whoever entered it, in a window of time: too few to fill the mailbox of somebody else. */
const MOST_TO_ONE = 3;

/** The jobs that write mails to users. Links are made here, so that no queue holds one. */
export function accountJobs(parts: ServiceParts, mails: AccountMails, ttl: number): AnyJob[] {
  const { database } = parts;
  const deliver = deliveryOf(parts);
  const links = linksFor(parts, mails);
  const { service } = links;

  const job = <Given extends AccountPayload>(
    { name, schema }: { readonly name: string; readonly schema: z.ZodType<Given> },
    mailTo: (user: UserRow, given: Given) => Promise<Mail | null> | Mail | null,
  ) =>
    defineJob(
      name,
      schema,
      async ({ payload: given, signal }) => {
        const user = given.userId === null ? null : await readActive(database, given.userId);
        const mail = user && (await mailTo(user, given as Given));
        if (mail && isAddress(mail.to)) await sendUnstored(deliver, mail, signal);
      },
      RETRIES,
    );

  return [
    job(RESET, async ({ email: to, ...user }, { language }) => {
      const facts = isAddress(to) && (await links.make('reset', { ...user, email: to }, ttl));
      return facts ? { to, ...mails.reset({ ...facts, language }) } : null;
    }),
    job(CONFIRM, confirmation(parts, mails, links)),
    job(CHANGED, ({ username, email: to }, { language }) =>
      to === null ? null : { to, ...mails.changed({ service, username, language }) },
    ),
    job(MOVED, ({ username }, { email: to, language }) => {
      return { to, ...mails.moved({ service, username, language }) };
    }),
  ];
}

type Mail = MailText & { readonly to: string };
type Addressed = Pick<UserRow, 'id' | 'username' | 'token_version'> & { readonly email: string };

interface Links {
  /** The facts of a mail with a link, in whose fragment the secret is: no server and no referrer learns it. */
  make(
    kind: LinkKind,
    user: Addressed,
    seconds: number,
  ): Promise<Omit<LinkFacts, 'language'> | null>;
  /** The page for whoever forgot a password. */
  readonly forgot: string;
  /** What people call the service. */
  readonly service: string;
}

function linksFor({ database, settings, folder }: ServiceParts, mails: AccountMails): Links {
  const service = titleOf(readPackage(folder));
  const base = publicUrlFor('password-reset', settings);
  const links = createAccountLinks(database);
  const pages = { ...PAGES, ...mails.pages };
  return {
    forgot: base + pages.forgot,
    service,
    async make(kind, user, seconds) {
      const { id: userId, email, token_version: tokenVersion, username } = user;
      const secret = await links.create(kind, { userId, email, tokenVersion }, seconds);
      const link = `${base}${pages[kind]}#token=${secret}`;
      const minutes = Math.ceil(seconds / 60);
      return secret === null ? null : { service, username, link, minutes };
    },
  };
}

const PAGES = {
  reset: '/admin/reset-password',
  confirm: '/admin/confirm-email',
  forgot: '/admin/forgot-password',
};

/**
 * The mail to an address that a user has yet to confirm, or to its owner where it is another's already: only here, as no answer
 * of the service may tell which.
 */
function confirmation({ database }: ServiceParts, mails: AccountMails, links: Links) {
  const confirmed = createConfirmedEmails(database);
  const pending = createPendingEmails(database);
  const throttle = createThrottle(database);
  /** Whoever asks learns nothing of it. */
  const mayWrite = (email: string): Promise<boolean> =>
    throttle.count('confirm-email-to', emailKey(email), MOST_TO_ONE).then(
      () => true,
      (error: unknown) => {
        if (error instanceof HttpProblem && error.status === 429) return false;
        throw error;
      },
    );

  return async (user: UserRow, { language }: AccountPayload): Promise<Mail | null> => {
    const entered = await pending.of(user.id);
    const to = entered ?? user.email;
    if (!isAddress(to) || (entered === null && (await confirmed.has(user.id, to)))) return null;
    // Also where nobody gets it: how many links are left for another address would tell.
    const facts = await links.make('confirm', { ...user, email: to }, CONFIRM_TTL);
    if (facts === null || !(await mayWrite(to))) return null;
    if (await confirmed.isTaken(to, user.id))
      return { to, ...mails.known({ service: links.service, link: links.forgot, language }) };
    return { to, ...mails.confirm({ ...facts, language }) };
  };
}

const readActive = (database: Database, id: NumericId): Promise<UserRow | null> =>
  database.read((session) =>
    usersOf(session.runner().manager)
      .createQueryBuilder('user')
      .select(['user.id', 'user.username', 'user.email', 'user.token_version'])
      .where({ id, status: 'Active' })
      .getOne(),
  );
