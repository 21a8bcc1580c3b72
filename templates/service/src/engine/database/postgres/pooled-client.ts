import type { EventEmitter } from 'node:events';
import { Client } from 'pg';
import { DatabaseOutage } from '../outage.js';
import { cut } from './health-connection.js';

/**
 * A client of the pool that always has somebody who listens to its errors. Between the pool and whoever takes a
 * connection nobody does, and a server that ends it in that moment (it may say so in the packet that opens it) would end
 * the process. Nothing is lost: the client takes no further statement, and the next one is told so.
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
 * A client that connects to no standby: between the fall of a primary and the rise of the next one an address may lead to a server
 * that takes no writes, and may not have heard of what was written, such as the end of a session. PostgreSQL tells it from version 14 on.
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

/** With the server's own word for it, by which a start is refused. */
const standby = (): Error =>
  Object.assign(new DatabaseOutage('read-only', 'the server is a standby, which takes no writes'), {
    code: '25006',
  });
