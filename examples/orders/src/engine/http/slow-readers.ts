import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Cuts connections whose clients take nothing of an answer for `limit` milliseconds, which the service keeps in memory for
 * them. Counts what they take alone: one that writes on and on would look alive by that.
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

/** What Node goes by for its own timeouts, and documents nowhere; without it a whole write counts when it is over. */
interface Handle {
  readonly bytesWritten: number;
  readonly writeQueueSize: number;
}

/** How many bytes the system has taken from a socket to send them. */
function takenFrom(socket: Socket): number {
  const handle = (socket as { _handle?: Handle | null })._handle;
  return handle ? handle.bytesWritten - handle.writeQueueSize : -socket.writableLength;
}
