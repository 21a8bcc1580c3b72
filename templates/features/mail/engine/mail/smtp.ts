import { createTransport } from 'nodemailer';
import { GiveUp } from '../jobs/define-job.js';
import { isLoopback } from '../settings/settings.js';
import type { Mailbox } from './message.js';
import type { Deliver } from './send-mail.js';

/** Milliseconds; an attempt of the job takes longer than all of them. */
const TIMEOUTS = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 };

/** An SMTP error: the server's response, and the command that it refers to. */
interface SmtpError extends Error {
  readonly responseCode?: number;
  readonly command?: string;
  readonly recipient?: string;
}

/** Delivers mails to the server of an `smtp://` or `smtps://` URL. */
export function smtpDelivery(url: string, from: Mailbox): Deliver {
  const access = { disableFileAccess: true, disableUrlAccess: true };
  const transport = createTransport({ url: withTls(url), ...TIMEOUTS, ...access });
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return async (mail, signal) => {
    const { id, to, cc, bcc, subject, text, left } = mail;
    const more = {
      ...(mail.replyTo && { replyTo: mail.replyTo }),
      ...(mail.html !== null && { html: mail.html }),
      ...(left && { envelope: { from: from.address, to: left } }),
    };
    try {
      const messageId = `<${id}@${domain}>`;
      const sent = { from, to, cc, bcc, subject, text, messageId, signal, ...more };
      const { rejectedErrors = [] } = await transport.sendMail(sent);
      return (rejectedErrors as readonly SmtpError[]).flatMap(({ recipient }) => recipient ?? []);
    } catch (error) {
      const { message } = error as SmtpError;
      throw isFinal(error as SmtpError) ? new GiveUp(message, { cause: error }) : error;
    }
  };
}

/** A password is only sent encrypted, unless the URL says `?requireTLS=false`. */
function withTls(text: string): string {
  const url = new URL(text);
  const isOpen = url.protocol === 'smtp:' && url.username !== '' && !isLoopback(url.hostname);
  if (isOpen && !url.searchParams.has('requireTLS')) url.searchParams.set('requireTLS', 'true');
  return url.href;
}

/** Recipients or contents that are refused permanently. A refused sender or password can be corrected. */
const isFinal = ({ responseCode = 0, command = '' }: SmtpError): boolean =>
  responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command);
