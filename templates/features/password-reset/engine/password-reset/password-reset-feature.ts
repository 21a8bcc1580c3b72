import type { ObserveEvent, SecurityEvent } from '../auth/security-events.js';
import type { FeatureWithJobs } from '../jobs/feature-jobs.js';
import { enqueue } from '../jobs/enqueue.js';
import type { AccountParts } from '../service/project.js';
import { linkRefusals } from '../mail/link-refusals.js';
import { duration, type SettingReader } from '../settings/setting-values.js';
import { createConfirmedEmails, mustConfirm } from './confirmed-emails.js';
import type { NumericId } from '../fields/record-id.js';
import { accountJobs, CHANGED, CONFIRM, MOVED } from './account-jobs.js';
import { administeredJob, observeAdministrators } from './administered.js';
import type { AccountMails } from './account-mails.js';
import { addConfirmEndpoints } from './confirm-endpoints.js';
import { addressesWait, createPendingEmails } from './pending-emails.js';
import { addResetEndpoints } from './reset-endpoints.js';
import { resetPaths, resetProfile } from './reset-paths.js';

/** The settings of links for new passwords. */
export interface ResetSettings {
  /** Seconds. */
  readonly ttl: number;
}

/** The feature of a project that lets people in again who forgot their password, by these mails. */
export const passwordResetFeature = (mails: AccountMails): FeatureWithJobs<ResetSettings> => ({
  name: 'password-reset',
  readSettings,
  refusals: (parts) => linkRefusals('password-reset', parts),
  testSettings: { ttl: 1800 },
  endpoints: {
    add: (app, parts) => {
      addResetEndpoints(app, parts);
      addConfirmEndpoints(app, parts);
    },
    paths: resetPaths,
    profile: resetProfile,
  },
  jobsFor: (parts, { ttl }) => [...accountJobs(parts, mails, ttl), administeredJob(parts, mails)],
  pendingAddresses: (parts) => (addressesWait(parts) ? createPendingEmails(parts.database) : null),
  securityEvents: (parts) => {
    const observers = [observe(parts), observeAdministrators(parts)];
    return (event) => observers.forEach((one) => one(event));
  },
});

const MAX_TTL = 3600;

const readSettings = (read: SettingReader['read']): ResetSettings => ({
  ttl: read('PASSWORD_RESET_TTL', '30m', (text) => {
    const seconds = duration(text);
    if (seconds <= MAX_TTL) return seconds;
    throw new Error(`expected an hour at most, got \`${text}\``);
  }),
});

/**
 * Writes to whom something happened, and believes the address of whoever came by a mail to it; nothing waits for it, and what
 * was done stays done.
 */
function observe({ database, logger, ...parts }: AccountParts): ObserveEvent {
  const confirmed = createConfirmedEmails(database);
  const later = (what: string, work: Promise<unknown>) =>
    void work.catch((err: unknown) => logger.error({ err }, what));
  const confirm = (userId: NumericId) =>
    database.write((session) => confirmed.addPresent(session, userId));
  /** To one that nobody has confirmed, where people say themselves which is theirs, it would be a mail to a stranger. */
  const tellFormer = async (userId: NumericId, email: string, language: string | null) => {
    if (!mustConfirm(parts) || (await confirmed.has(userId, email)))
      await enqueue(database, MOVED, { userId, email, language });
  };
  return (event) => {
    const { userId, formerEmail } = event;
    if (userId === null) return;
    const language = typeof event.facts?.['language'] === 'string' ? event.facts['language'] : null;
    if (isEmailOfAdministrator(event))
      later('an address still waits', createPendingEmails(database).forget(userId));
    if (event.kind === 'invitation-accepted')
      later('an address was not confirmed', confirm(userId));
    if (formerEmail !== undefined)
      later(`${MOVED.name}: no mail will be sent`, tellFormer(userId, formerEmail, language));
    const job = jobFor(event);
    if (job)
      later(`${job.name}: no mail will be sent`, enqueue(database, job, { userId, language }));
  };
}

/** Whoever administers users has the last word on their addresses. */
const isEmailOfAdministrator = ({ kind, userId, actorId, facts }: SecurityEvent): boolean =>
  kind === 'user-changed' &&
  actorId !== userId &&
  String(facts?.['changed']).split(', ').includes('email');

function jobFor({ kind, facts }: SecurityEvent) {
  if (kind === 'password-changed') return CHANGED;
  const isNew = kind === 'signed-in' && facts?.['way'] === 'sign-up';
  return isNew || ['email-changed', 'email-entered'].includes(kind) ? CONFIRM : null;
}
