import { mailFeature } from '#engine/mail';

/** Mail by background jobs; the mails of this service stand in files beside this one. `docs/mail.md` has the rest. */
export const mail = mailFeature();
