import { BlockList, isIPv4, isIPv6 } from 'node:net';

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
