import type { MailText } from '../mail/message.js';

/** What a mail with a link is made of. */
export interface LinkFacts {
  /** What people call the service. */
  readonly service: string;
  readonly username: string;
  readonly link: string;
  /** Minutes for which the link is valid. */
  readonly minutes: number;
  /** The language of whoever asked, such as `de`; null where it is not known. */
  readonly language: string | null;
}

/** What a mail about a change is made of. */
export type ChangedFacts = Pick<LinkFacts, 'service' | 'username' | 'language'>;

/** What somebody else has set, reset or ended of how a user signs in. */
export type Administered = 'password' | 'factor' | 'passkeys' | 'sessions';

/** What a mail about an administrator is made of; in which language its reader thinks nobody knows. */
export type AdministeredFacts = ChangedFacts & { readonly what: Administered };

/** The mails of this feature, and the pages that their links lead to. */
export interface AccountMails {
  /** The mail to somebody who forgot the password. */
  reset(facts: LinkFacts): MailText;
  /** The mail to somebody whose password was changed. */
  changed(facts: ChangedFacts): MailText;
  /** The mail to the address that an account no longer has. */
  moved(facts: ChangedFacts): MailText;
  /** The mail to the owner of an address that somebody entered for another account. */
  known(facts: Pick<LinkFacts, 'service' | 'link' | 'language'>): MailText;
  /** To somebody of whom an administrator has set or reset how they sign in, or ended the sessions. */
  administered(facts: AdministeredFacts): MailText;
  /** The mail to an address that its user has yet to confirm. */
  confirm(facts: LinkFacts): MailText;
  /** Paths below `PUBLIC_URL`, of a front end of your own; those of the back-office by default. */
  readonly pages?: { readonly reset?: string; readonly confirm?: string; readonly forgot?: string };
}
