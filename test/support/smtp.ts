import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as a server got it. */
export interface Received {
  readonly to: readonly string[];
  /** Headers and body. */
  readonly text: string;
  readonly messageId: string;
}

/** What a server says to a reader of a mail, or to the whole of it; nothing is a yes. */
export interface Manners {
  reader?(address: string): number | undefined;
  /** Before the server says yes to a mail that it has got. */
  taken?(mail: Received): Promise<number | undefined>;
}

/** An SMTP server that keeps what it gets. */
export async function startSmtp(
  manners: Manners = {},
  options: SMTPServerOptions = {},
  port = 0,
): Promise<{
  readonly url: string;
  readonly port: number;
  readonly mails: Received[];
  stop(): Promise<void>;
}> {
  const mails: Received[] = [];
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS'], logger: false, ...options },
    onRcptTo: ({ address }, _session, done) => done(refusal(manners.reader?.(address))),
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const text = Buffer.concat(parts).toString();
        const messageId = /^Message-ID: (\S+)/im.exec(text)?.[1] ?? '';
        const mail = { to: envelope.rcptTo.map(({ address }) => address), text, messageId };
        mails.push(mail);
        const answer = manners.taken?.(mail) ?? Promise.resolve(undefined);
        answer.then((code) => done(refusal(code)), done);
      });
    },
  });
  // A client that dies is no mistake of the server.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const actual = (server.server.address() as AddressInfo).port;
  return {
    url: `smtp://127.0.0.1:${actual}`,
    port: actual,
    mails,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

const refusal = (code: number | undefined): Error | undefined =>
  code === undefined ? undefined : Object.assign(new Error('not here'), { responseCode: code });
