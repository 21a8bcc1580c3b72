/*
 * Invitations by mail, as `#engine/invitations`: available with the feature `invitations`; its mails stand in
 * `src/mail/invitations.ts`.
 */

export { invitationsFeature } from './invitations-feature.js';
export type { InvitationFacts, InvitationMails, KnownFacts } from './invitation-mails.js';
