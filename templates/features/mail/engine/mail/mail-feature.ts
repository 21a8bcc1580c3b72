import type { FeatureWithJobs } from '../jobs/feature-jobs.js';
import type { ServiceParts } from '../service/project.js';
import type { SettingReader } from '../settings/setting-values.js';
import { StartRefused, type Settings } from '../settings/settings.js';
import { mailPages } from './mail-pages.js';
import { type Mailbox, parseMailbox } from './message.js';
import { folderDelivery, memoryDelivery } from './outbox.js';
import { type Deliver, mailJob } from './send-mail.js';
import { smtpDelivery } from './smtp.js';

/** The settings of mail. */
export interface MailSettings {
  /** The server; null in development, where mails are written to a folder. */
  readonly url: string | null;
  readonly from: Mailbox | null;
}

const NAME = 'mail';

/** The folder for mails in development; ignored by git. */
const FOLDER = 'data/mail';
const IN_MEMORY = 'memory:';

/** The feature of a project that sends mail. */
export const mailFeature = (): FeatureWithJobs<MailSettings> => ({
  name: NAME,
  readSettings,
  testSettings: { url: IN_MEMORY, from: null },
  jobsFor: (parts, settings) => [mailJob(deliveryFor(parts, settings))],
  jobRefusals: ({ settings }, own) => lackingFor(settings, own),
  middleware: ({ settings }) => (settings.production ? null : mailPages(FOLDER)),
});

/** The settings of mail. */
export const readSettings = (read: SettingReader['read']): MailSettings => ({
  url: read('MAIL_URL', '', (text) => (text === '' ? null : serverUrl(text))),
  from: read('MAIL_FROM', '', (text) => (text === '' ? null : sender(text))),
});

function serverUrl(text: string): string {
  if (URL.canParse(text) && /^smtps?:\/\/./.test(text) && new URL(text).hostname !== '')
    return text;
  // The error does not show the text itself, which may contain a password.
  throw new Error('expected `smtps://user:password@host` or `smtp://user:password@host:587`');
}

function sender(text: string): Mailbox {
  const found = parseMailbox(text);
  if (found !== null) return found;
  throw new Error(
    `expected \`shop@example.com\` or \`My shop <shop@example.com>\`, got \`${text}\``,
  );
}

/** What delivers the mails of a service, for jobs of other features. */
export function deliveryOf(parts: ServiceParts): Deliver {
  const [, own] = [...parts.features].find(([{ name }]) => name === NAME) ?? [];
  if (own === undefined) throw new Error('the feature `mail` is off');
  return deliveryFor(parts, own as MailSettings);
}

function deliveryFor({ settings, database }: ServiceParts, own: MailSettings): Deliver {
  const { url, from } = own;
  if (url === IN_MEMORY) return memoryDelivery(database);
  if (url !== null && from !== null) return smtpDelivery(url, from);
  if (url === null && !settings.production) return folderDelivery(FOLDER);
  throw new StartRefused(lackingFor(settings, own));
}

/** What is missing where mails would be expected, but not sent. */
function lackingFor(
  { production }: Pick<Settings, 'production'>,
  { url, from }: MailSettings,
): string[] {
  if (url === IN_MEMORY || (url === null && !production)) return [];
  return [...(url === null ? [NO_SERVER] : []), ...(from === null ? [NO_SENDER] : [])];
}

const NO_SERVER =
  'MAIL_URL is missing: set `smtps://user:password@host`; only in development mails go into a folder';
const NO_SENDER =
  'MAIL_FROM is missing: set the address that mails come from, such as `shop@example.com`';
