import { BlockList, isIPv4, isIPv6 } from 'node:net';
import type { RequestHandler } from 'express';
import { forbidden } from '../problem/problem.js';

/**
 * Refuses what a web page elsewhere could send to a service without authentication: names that were rebound to this
 * machine, and requests from other sites.
 */
export const loopbackOnly: RequestHandler = (request, _response, next) => {
  const { host, origin } = request.headers;
  if (!isLocal(`http://${host}`) || (origin !== undefined && !isLocal(origin)))
    throw forbidden('Without authentication the service answers only to this machine.');
  next();
};

const isLocal = (url: string) => URL.canParse(url) && isLoopback(new URL(url).hostname);

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether only this machine answers to the host name or address. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (isIPv4(name)) return loopback.check(name, 'ipv4');
  if (isIPv6(name)) return loopback.check(name, 'ipv6');
  return name === 'localhost' || name.endsWith('.localhost');
}
