import type { FeatureWithJobs } from '../jobs/feature-jobs.js';
import { linkRefusals } from '../mail/link-refusals.js';
import { duration, type SettingReader } from '../settings/setting-values.js';
import { acceptInvitations } from './accept-invitation.js';
import { addInvitationEndpoints } from './invitation-endpoints.js';
import { invitationJob } from './invitation-job.js';
import type { InvitationMails } from './invitation-mails.js';
import { invitationPaths } from './invitation-paths.js';
import { createStoredInvitations } from './stored-invitations.js';

/** The settings of invitations. */
export interface InvitationSettings {
  /** Seconds for which a link is valid. */
  readonly ttl: number;
}

const DAY = 86_400;
const MAX_TTL = 30 * DAY;

/** The feature of a project whose users invite others, by these mails. */
export const invitationsFeature = (
  mails: InvitationMails,
): FeatureWithJobs<InvitationSettings> => ({
  name: 'invitations',
  readSettings,
  refusals: (parts) => linkRefusals('invitations', parts),
  testSettings: { ttl: 7 * DAY },
  endpoints: {
    add: (app, parts, { ttl }) => {
      addInvitationEndpoints(app, parts, createStoredInvitations(parts.database, ttl));
    },
    paths: invitationPaths,
  },
  invitations: (parts, { ttl }) =>
    acceptInvitations(parts, createStoredInvitations(parts.database, ttl)),
  jobsFor: (parts, { ttl }) => [
    invitationJob(parts, mails, createStoredInvitations(parts.database, ttl)),
  ],
});

const readSettings = (read: SettingReader['read']): InvitationSettings => ({
  ttl: read('INVITATION_TTL', '7d', (text) => {
    const seconds = duration(text);
    if (seconds <= MAX_TTL) return seconds;
    throw new Error(`expected 30 days at most, got \`${text}\``);
  }),
});
