import { isIPv4, isIPv6 } from 'node:net';

/** What one caller can be taken to own: an IPv4 address, or the /64 network of an IPv6 address. */
export function addressGroup(address: string): string {
  const [plain = ''] = address.split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  return isIPv6(plain) ? `${network(plain)}::/64` : address.slice(0, 64);
}

/** The first four groups, written out. */
function network(address: string): string {
  const [head = '', tail = ''] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  // A dotted tail stands for two groups; it never reaches into the first four unless all are written.
  const after = tail === '' ? [] : tail.split(':');
  const length = after.length + (tail.includes('.') ? 1 : 0);
  const zeros = address.includes('::') ? Array<string>(8 - before.length - length).fill('0') : [];
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':');
}
