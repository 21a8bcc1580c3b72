/*
 * Mail, as `#engine/mail`: available with the feature `mail`; `src/mail/` has the project's own mails.
 */

export { html, Html, trustedHtml, type HtmlValue } from './html.js';
export { mailFeature, type MailSettings } from './mail-feature.js';
export { isAddress, type Address, type Mail, type MailText } from './message.js';
export { sentMails } from './outbox.js';
export { sendMail } from './send-mail.js';
