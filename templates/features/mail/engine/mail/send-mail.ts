import { randomUUID } from 'node:crypto';
import type { NumericId } from '../fields/record-id.js';
import { defineJob, type Job } from '../jobs/define-job.js';
import { enqueue, type EnqueueFrom, type EnqueueOptions } from '../jobs/enqueue.js';
import { invalid } from '../problem/problem.js';
import { type Address, type Mail, queuedMail, type QueuedMail } from './message.js';

/**
 * Delivers a mail, and returns the addresses that refused it where others accepted. Throws if none did; `GiveUp` if none ever
 * will.
 */
export type Deliver = (mail: QueuedMail, signal: AbortSignal) => Promise<readonly string[]>;

/** About a day, starting at half a minute. */
const RETRIES = 12;
const QUEUED = { name: 'send-mail', schema: queuedMail, attempts: RETRIES + 1 };

/**
 * Sends a mail by a background job; returns the id of its row. Inside a transaction it is sent after the commit, and never
 * after a rollback. Throws for an invalid address; a blank subject is 422, since it comes from a request.
 */
export const sendMail = (
  from: EnqueueFrom,
  mail: Mail,
  options?: EnqueueOptions,
): Promise<NumericId> => enqueue(from, QUEUED, toQueue(mail), options);

/**
 * Sends a mail within a job, of which nothing is stored: one with a link that opens an account, which nobody may read in the
 * queue. Throws where the address refuses it.
 */
export async function sendUnstored(deliver: Deliver, mail: Mail, signal: AbortSignal) {
  await deliver(queuedMail.parse(toQueue(mail)), signal);
}

const toQueue = ({ to, cc = [], bcc = [], replyTo, subject, text, html }: Mail) => ({
  id: randomUUID(),
  ...{ to: listOf(to), cc: listOf(cc), bcc: listOf(bcc), replyTo: replyTo ?? null },
  subject: subjectLine(subject),
  ...{ text, html: html?.text ?? null },
});

/** A single line: user input may contain more, or nothing but spaces. */
function subjectLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line !== '') return line;
  throw invalid([{ field: 'subject', code: 'required', message: 'The mail needs a subject.' }]);
}

const listOf = (some: Address | readonly Address[]): Exclude<Address, readonly unknown[]>[] =>
  Array.isArray(some) ? [...some] : [some as Address];

/** The job that sends mails. */
export const mailJob = (deliver: Deliver): Job<typeof queuedMail> =>
  defineJob(
    QUEUED.name,
    QUEUED.schema,
    async ({ payload, signal, log, dataSource }) => {
      const remaining = [...(await deliver(payload, signal))];
      if (remaining.length === 0) return;
      log.warn({ left: remaining.length }, 'a mail was refused for some of its recipients');
      // The rest goes into a separate job: a retry of this job would send the mail again to the other addresses.
      await enqueue({ dataSource }, QUEUED, { ...payload, left: remaining }, { delay: '30s' });
    },
    { retries: RETRIES, backoff: '30s', concurrency: 10 },
  );
