import type { MailText } from '../mail/message.js';

/** The facts that every mail of this feature has. */
export interface KnownFacts {
  /** The user who invites. */
  readonly inviter: string;
  /** The name by which people know the service. */
  readonly service: string;
  readonly link: string;
  /** The language of whoever invites, such as `de`; null where it is not known. */
  readonly language: string | null;
}

/** The facts of an invitation. */
export interface InvitationFacts extends KnownFacts {
  /** The name to sign in with, where whoever invites has chosen it. */
  readonly username: string | null;
  /** Until when the link is valid. */
  readonly until: Date;
}

/** The mails of this feature, and the pages that their links lead to. */
export interface InvitationMails {
  /** The mail to somebody who is invited. */
  invitation(facts: InvitationFacts): MailText;
  /** The mail to somebody who is invited, but is a user already: only they may learn that. */
  known(facts: KnownFacts): MailText;
  /** Paths below `PUBLIC_URL`, of a front end of your own; those of the back-office by default. */
  readonly pages?: { readonly accept?: string; readonly signIn?: string };
}
