import type { Server } from 'node:http';

/** Stops accepting, lets running requests finish, and resolves when all are done; cuts off those that take `graceMs`. */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that has just answered is idle for a moment only, instead of the usual seconds.
  server.keepAliveTimeout = 1;
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const overdue = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(overdue);
}
