import assert from 'node:assert/strict';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The mail server of the service: what it sends to anybody is read here. */
export interface Mails {
  /** The settings by which the service knows it. */
  readonly settings: Readonly<Record<string, string>>;
  /** The next link that is sent to an address. */
  linkTo(address: string): Promise<URL>;
  stop(): Promise<void>;
}

/** Milliseconds. */
const PATIENCE = 30_000;

export async function startMails(): Promise<Mails> {
  const links = new Map<string, URL[]>();
  const server = createServer((socket) =>
    takeMails(socket, (to, mail) => {
      const [link] = /https?:\/\/[^\s"<>]+#token=[\w-]+/.exec(decoded(mail)) ?? [];
      if (link === undefined) return;
      for (const address of to) links.set(address, [...(links.get(address) ?? []), new URL(link)]);
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    settings: { MAIL_URL: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` },
    async linkTo(address) {
      for (const end = Date.now() + PATIENCE; Date.now() < end; await sleep(50)) {
        const link = links.get(address)?.shift();
        if (link) return link;
      }
      return assert.fail(`no link was sent to ${address}`);
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Says yes to all that a client of SMTP (RFC 5321) says. */
function takeMails(socket: Socket, taken: (to: readonly string[], mail: string) => void): void {
  let unread = '';
  let to: string[] = [];
  let isMail = false;
  const next = (end: string): string | null => {
    const at = unread.indexOf(end);
    if (at === -1) return null;
    const found = unread.slice(0, at);
    unread = unread.slice(at + end.length);
    return found;
  };
  const say = (line: string) => socket.write(`${line}\r\n`);
  const obey = (line: string): void => {
    const [, reader] = /^RCPT TO:<(.*?)>/i.exec(line) ?? [];
    if (reader !== undefined) to.push(reader);
    isMail = /^DATA/i.test(line);
    say(isMail ? '354 go on' : /^QUIT/i.test(line) ? '221 bye' : '250 yes');
  };
  const take = (mail: string): void => {
    taken(to, mail);
    [to, isMail] = [[], false];
    say('250 taken');
  };
  say('220 checks');
  socket.setEncoding('utf8').on('data', (text: string) => {
    unread += text;
    for (;;) {
      const found = next(isMail ? '\r\n.\r\n' : '\r\n');
      if (found === null) return;
      if (isMail) take(found);
      else obey(found);
    }
  });
  // A service that is stopped breaks off.
  socket.on('error', () => undefined);
}

/** The parts of a mail (RFC 2045) as texts. */
function decoded(mail: string): string {
  const parts = mail.split(/^--.*$/m);
  return parts.map((part) => (isBase64(part) ? fromBase64(part) : fromPrintable(part))).join('\n');
}

const isBase64 = (part: string): boolean => /^content-transfer-encoding: base64/im.test(part);
const fromBase64 = (part: string): string =>
  Buffer.from(part.slice(part.indexOf('\r\n\r\n')), 'base64').toString();
const fromPrintable = (part: string): string =>
  part
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
