import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Closes connections whose clients read nothing of a response for `limit` milliseconds, as the service holds it in memory for
 * them. Only bytes they read count: a client that keeps sending would otherwise look alive.
 */
export function cutSlowReaders(server: Server, limit: number): void {
  const open = new Map<Socket, Progress>();
  server.on('connection', (socket) => {
    open.set(socket, { taken: 0, since: 0 });
    socket.once('close', () => void open.delete(socket));
  });
  const look = (): void => {
    const now = performance.now();
    for (const [socket, progress] of open) {
      const taken = takenFrom(socket);
      if (socket.writableLength === 0 || taken !== progress.taken)
        Object.assign(progress, { taken, since: now });
      else if (now - progress.since >= limit) socket.destroy();
    }
  };
  const timer = setInterval(look, limit / 4).unref();
  server.once('close', () => clearInterval(timer));
}

interface Progress {
  taken: number;
  since: number;
}

/** The undocumented counters that Node's own timeouts use; without them a whole write only counts when it is complete. */
interface Handle {
  readonly bytesWritten: number;
  readonly writeQueueSize: number;
}

/** How many bytes the operating system has taken from a socket. */
function takenFrom(socket: Socket): number {
  const handle = (socket as { _handle?: Handle | null })._handle;
  return handle ? handle.bytesWritten - handle.writeQueueSize : -socket.writableLength;
}
