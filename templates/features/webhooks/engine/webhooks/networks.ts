import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Addresses that no message may be sent to: those outside the public internet, by IANA's special-purpose registries. */
const CLOSED = {
  ipv4: [
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
    ...['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16'],
    ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ],
  // Public ones begin with 2 or 3; those that embed an IPv4 address do not, or are listed here.
  ipv6: [
    ...['::/3', '4000::/2', '8000::/1'],
    ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
  ],
} as const;

/** Networks as a list for lookups; throws for an invalid network. */
export function networksOf(texts: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of texts) {
    const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
    const version = isIP(address);
    const most = version === 4 ? 32 : 128;
    if (version === 0 || Number(bits ?? 0) > most)
      throw new Error(`expected networks such as \`10.1.0.0/16\`, got \`${text}\``);
    list.addSubnet(address, Number(bits ?? most), version === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

// Separate lists: in a single one an IPv4 address would match IPv6 networks.
const closed = { ipv4: networksOf(CLOSED.ipv4), ipv6: networksOf(CLOSED.ipv6) };

/** Whether messages may be sent to an address: a public one, or one in the service's own networks. */
export function isOpen(address: string, own: BlockList): boolean {
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  return own.check(address, family) || !closed[family].check(address, family);
}

/** The address exists, but nothing may be sent to it. */
export class ClosedAddress extends Error {
  override readonly name = 'ClosedAddress';

  constructor(host: string, address: string) {
    const where = host === address ? host : `${host} is ${address}, which`;
    super(`${where} is neither a public address nor in WEBHOOKS_PRIVATE_NETWORKS.`);
  }
}

type Resolve = (
  host: string,
  options: { readonly all: true },
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/**
 * Resolves a name for the connection that is being made, and refuses it if one of its addresses is closed. If resolved
 * before, the name could have another address by the time of the connection.
 */
export const guardedLookup =
  (own: BlockList, resolve: Resolve = lookup): LookupFunction =>
  (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      const bad = error ? undefined : found.find(({ address }) => !isOpen(address, own));
      const problem = error ?? (bad ? new ClosedAddress(host, bad.address) : null);
      if (problem || found.length === 0) done(problem ?? new Error(`${host} has no address`), []);
      else if (options.all) done(null, found);
      else done(null, found[0]!.address, found[0]!.family);
    });
  };
