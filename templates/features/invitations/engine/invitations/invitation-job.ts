import { z } from 'zod';
import { readPackage } from '../docs/document-parts.js';
import { titleOf } from '../docs/openapi.js';
import { defineJob, type AnyJob } from '../jobs/define-job.js';
import { deliveryOf } from '../mail/mail-feature.js';
import type { MailText } from '../mail/message.js';
import { sendUnstored } from '../mail/send-mail.js';
import { readAccount } from '../auth/directory.js';
import type { ServiceParts } from '../service/project.js';
import { publicUrlFor } from '../settings/settings.js';
import type { InvitationMails } from './invitation-mails.js';
import { userWith } from './may-invite.js';
import type { Invitation, StoredInvitations } from './stored-invitations.js';

const payload = z.object({ id: z.int(), at: z.int(), language: z.string().nullable() });
const RETRIES = { retries: 4, backoff: '30s' } as const;

/** The job that sends an invitation; `at` says which mail of it. */
export const INVITE = { name: 'invitation', schema: payload, attempts: RETRIES.retries + 1 };

/** The job that writes to those who are invited. Links are made here, so that no queue holds one. */
export function invitationJob(
  parts: ServiceParts,
  mails: InvitationMails,
  stored: StoredInvitations,
): AnyJob {
  const { database } = parts;
  const deliver = deliveryOf(parts);
  const base = publicUrlFor('invitations', parts.settings);
  const service = titleOf(readPackage(parts.folder));
  const pages = { accept: '/admin/accept-invitation', signIn: '/admin/', ...mails.pages };

  const textFor = async (one: Invitation, language: string | null): Promise<MailText | null> => {
    const inviter = await database.read((session) => readAccount(one.inviterId, session, database));
    if (inviter === null) return null;
    const facts = { inviter: nameOf(inviter.profile), service, language };
    if ((await userWith(one.email, database)) !== null)
      return mails.known({ ...facts, link: `${base}${pages.signIn}` });
    const secret = await database.write((session) => stored.newLink(session, one));
    if (secret === null) return null;
    // The secret is in the fragment, so that no server and no referrer learns it.
    const link = `${base}${pages.accept}#token=${secret}`;
    const username = textOrNull(one.values['username']);
    return mails.invitation({ ...facts, link, username, until: new Date(one.expires) });
  };

  return defineJob(
    INVITE.name,
    payload,
    async ({ payload: { id, at, language }, signal }) => {
      const found = await database.read((session) => stored.find(session, id));
      const text = found?.at === at ? await textFor(found, language) : null;
      if (text) await sendUnstored(deliver, { to: found!.email, ...text }, signal);
    },
    RETRIES,
  );
}

interface Named {
  readonly username: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
}

/** The name by which people know a user. */
export const nameOf = ({ username, first_name, last_name }: Named): string =>
  [first_name, last_name].filter(Boolean).join(' ') || username;

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
