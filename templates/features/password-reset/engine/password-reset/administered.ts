import { z } from 'zod';
import { userRecords } from '../auth/entities.js';
import type { ObserveEvent, SecurityEvent } from '../auth/security-events.js';
import { readPackage } from '../docs/document-parts.js';
import { titleOf } from '../docs/openapi.js';
import { defineJob, type AnyJob } from '../jobs/define-job.js';
import { enqueue } from '../jobs/enqueue.js';
import { deliveryOf } from '../mail/mail-feature.js';
import { isAddress } from '../mail/message.js';
import { sendUnstored } from '../mail/send-mail.js';
import type { AccountParts, ServiceParts } from '../service/project.js';
import type { AccountMails, Administered } from './account-mails.js';
import { createConfirmedEmails, mustConfirm } from './confirmed-emails.js';

/** What tells of it; a password is one of the fields that change with a user. */
const KINDS: Readonly<Record<string, Administered>> = {
  'factor-reset': 'factor',
  'passkey-removed': 'passkeys',
  'sessions-ended': 'sessions',
};

function administeredIn({ kind, userId, actorId, facts }: SecurityEvent): Administered | null {
  if (actorId === undefined || actorId === userId) return null;
  if (kind !== 'user-changed') return KINDS[kind] ?? null;
  const changed = String(facts?.['changed'] ?? '').split(', ');
  return changed.includes('password') ? 'password' : null;
}

const payload = z.object({
  userId: z.int(),
  what: z.enum(['password', 'factor', 'passkeys', 'sessions'] satisfies Administered[]),
  /** Whether an address counts only once its user has confirmed it. */
  confirmed: z.boolean(),
});

const RETRIES = { retries: 4, backoff: '30s' } as const;
const TELL = { name: 'account-administered', schema: payload, attempts: RETRIES.retries + 1 };

/** Has users written to whom somebody else has changed how they sign in; nothing waits for it. */
export function observeAdministrators(parts: AccountParts): ObserveEvent {
  const { database, logger } = parts;
  return (event) => {
    const what = administeredIn(event);
    if (what === null || event.userId === null) return;
    const told = { userId: event.userId, what, confirmed: mustConfirm(parts) };
    enqueue(database, TELL, told).catch((err: unknown) =>
      logger.error({ err }, `${TELL.name}: no mail will be sent`),
    );
  };
}

/** The job that writes to them. */
export function administeredJob(parts: ServiceParts, mails: AccountMails): AnyJob {
  const { database, engine } = parts;
  const deliver = deliveryOf(parts);
  const emails = createConfirmedEmails(database);
  const service = titleOf(readPackage(parts.folder));
  return defineJob(
    TELL.name,
    payload,
    async ({ payload: { userId: id, what, confirmed }, signal }) => {
      const users = userRecords(engine, engine.system);
      const user = await users.findOne({ where: { id, status: 'Active' } });
      if (!user || !isAddress(user.email)) return;
      if (confirmed && !(await emails.has(id, user.email))) return;
      const { username, email: to } = user;
      const text = mails.administered({ service, username, what, language: null });
      await sendUnstored(deliver, { to, ...text }, signal);
    },
    RETRIES,
  );
}
