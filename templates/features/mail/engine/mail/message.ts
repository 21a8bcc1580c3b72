import { z } from 'zod';
import { LENGTHS, PATTERNS } from '../fields/formats.js';
import type { Html } from './html.js';

/** A sender or recipient: an address, or one with a name. */
export type Address = string | { readonly name: string; readonly address: string };

/** The result of a template. */
export interface MailText {
  readonly subject: string;
  /** The text for readers without HTML. */
  readonly text: string;
  readonly html?: Html;
}

/** A mail to be sent. */
export interface Mail extends MailText {
  readonly to: Address | readonly Address[];
  readonly cc?: Address | readonly Address[];
  readonly bcc?: Address | readonly Address[];
  readonly replyTo?: Address;
}

/** A single mailbox: a text with two would let its author add recipients. */
const mailbox = z
  .string()
  .max(LENGTHS.email)
  .regex(PATTERNS.email, 'expected an address such as `ann@example.com`');

const address = z
  .union([mailbox, z.object({ name: z.string(), address: mailbox })])
  .transform((one) => (typeof one === 'string' ? { name: '', address: one } : one));

/** A mail in the queue. */
export const queuedMail = z.object({
  /** Unique per mail, and the same for every attempt to send it. */
  id: z.uuid(),
  to: z.array(address).min(1),
  cc: z.array(address).default([]),
  bcc: z.array(address).default([]),
  replyTo: address.nullable().default(null),
  subject: z.string().min(1),
  text: z.string(),
  html: z.string().nullable().default(null),
  /** The recipients who have not received it yet, where others have. */
  left: z.array(mailbox).nullable().default(null),
});

export type QueuedMail = z.output<typeof queuedMail>;
export type Mailbox = QueuedMail['to'][number];

/** Whether a text is a valid mail address. */
export const isAddress = (text: unknown): text is string => mailbox.safeParse(text).success;

/** Parses `ann@example.com` and `Ann <ann@example.com>`; null for any other text. */
export function parseMailbox(text: string): Mailbox | null {
  const [, name = '', inner] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  const found = inner ?? text.trim();
  const quoted = /^"(.*)"$/.exec(name.trim());
  return isAddress(found) ? { name: quoted?.[1] ?? name.trim(), address: found } : null;
}
