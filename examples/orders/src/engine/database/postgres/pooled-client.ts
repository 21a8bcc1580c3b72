import type { EventEmitter } from 'node:events';
import { Client } from 'pg';
import { DatabaseOutage } from '../outage.js';
import { cut } from './health-connection.js';

/**
 * A client of the pool that always has an error listener. Between the pool and its user there is none, and if the server
 * closes the connection at that moment (possibly in the very first packet), the unhandled error would end the process.
 * Nothing is lost: the client takes no further statements, and the next one fails.
 */
export class PooledClient extends Client {
  constructor(...given: ConstructorParameters<typeof Client>) {
    super(...given);
    this.on('error', () => undefined);
  }
}

interface Parameter {
  readonly parameterName: string;
  readonly parameterValue: string;
}

/**
 * A client that refuses to connect to a standby: during a failover an address may lead to a server that is read-only, and may
 * lack recent writes, such as the end of a session. PostgreSQL reports this from version 14 on.
 */
export class PrimaryClient extends PooledClient {
  constructor(...given: ConstructorParameters<typeof Client>) {
    super(...given);
    const { connection } = this as unknown as { readonly connection: EventEmitter };
    connection.on('parameterStatus', ({ parameterName, parameterValue }: Parameter) => {
      if (parameterName === 'in_hot_standby' && parameterValue === 'on') cut(this, standby());
    });
  }
}

/** With the server's own code for it, by which a start is refused. */
const standby = (): Error =>
  Object.assign(new DatabaseOutage('read-only', 'the server is a standby, which takes no writes'), {
    code: '25006',
  });
