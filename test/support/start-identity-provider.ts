import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';

export interface ProviderStart {
  readonly port: number;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[];
}

/** What a provider is told to do from now on. */
export interface ProviderOrder {
  /** What it says of whom, by the name that they sign in with. */
  readonly claims?: Readonly<Record<string, object>>;
  /** Claims of every ID token, whatever is right. */
  readonly override?: object;
  /** Claims that no ID token has. */
  readonly without?: readonly string[];
  /** ID tokens without a signature. */
  readonly unsigned?: boolean;
  /** ID tokens that somebody else has signed. */
  readonly forged?: boolean;
  /** Seconds that its clock is ahead. */
  readonly skew?: number;
  /** New keys in place of the old ones. */
  readonly rotate?: boolean;
  /** Where browsers may be sent back to, in place of the addresses that it began with. */
  readonly redirectUris?: readonly string[];
  /** Where browsers may come back to once they have signed out there. */
  readonly signedOutUris?: readonly string[];
}

/** A running provider of OpenID Connect. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  tell(order: ProviderOrder): Promise<void>;
  stop(): Promise<void>;
}

export async function startIdentityProvider(
  redirectUris: readonly string[],
): Promise<IdentityProvider> {
  const port = await freePort();
  const client = { clientId: 'back-office', clientSecret: 'a secret of 32 letters or more' };
  const start: ProviderStart = { port, redirectUris, ...client };
  const child = fork(join(import.meta.dirname, 'identity-provider.ts'), [JSON.stringify(start)], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr!.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(child, 'close');
  const failed = ended.then(() => Promise.reject(new Error(`the provider ended:\n${said}`)));
  failed.catch(() => undefined);
  await Promise.race([once(child, 'message'), failed]);
  return {
    issuer: `http://localhost:${port}`,
    ...client,
    async tell(order) {
      const done = once(child, 'message');
      child.send(order);
      await Promise.race([done, failed]);
    },
    async stop() {
      child.kill();
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
