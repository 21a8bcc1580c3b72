/*
 * New passwords by mail, as `#engine/password-reset`: available with the feature `password-reset`; its mails stand in
 * `src/mail/password-reset.ts`.
 */

export { passwordResetFeature } from './password-reset-feature.js';
export type { AccountMails, AdministeredFacts, ChangedFacts, LinkFacts } from './account-mails.js';
