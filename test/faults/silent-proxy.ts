import { connect, createServer, type Server, type Socket } from 'node:net';

/** "Ready for query, idle" in the server's protocol, and the end of a connection by an administrator. */
const READY = Buffer.from('Z\0\0\0\x05I', 'latin1');
const FATAL = message('E', 'SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0');

function message(type: string, body: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(length.length + body.length);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body, 'latin1')]);
}

/** Stands between a service and its database, and can forget connections as networks do: without a word to either side. */
export class SilentProxy {
  private readonly open = new Set<Socket>();
  private greetings = 0;

  private constructor(
    private readonly server: Server,
    readonly port: number,
    /** Where new connections lead. */
    public target: number,
  ) {}

  static async to(target: number): Promise<SilentProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const proxy = new SilentProxy(server, port, target);
    server.on('connection', (near) => {
      const far = connect(proxy.target, '127.0.0.1');
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        proxy.open.add(one);
        one.on('error', () => undefined);
        one.on('data', (chunk: Buffer) => {
          other.write(one === far && proxy.greets(chunk) ? Buffer.concat([chunk, FATAL]) : chunk);
        });
        one.on('close', () => {
          proxy.open.delete(one);
          other.destroy();
        });
      }
    });
    return proxy;
  }

  /** Nothing goes through the connections of now any more, and neither side hears of it; new ones work. */
  forget(): void {
    for (const socket of this.open) {
      socket.removeAllListeners('data').removeAllListeners('close').resume();
    }
  }

  /** As many connections as that are told of their end in the same packet in which they begin. */
  endAtOnce(connections: number): void {
    this.greetings = connections;
  }

  /** Ends the connections of now. */
  cut(): void {
    for (const socket of this.open) socket.destroy();
  }

  private greets(chunk: Buffer): boolean {
    return chunk.subarray(-READY.length).equals(READY) && this.greetings-- > 0;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
