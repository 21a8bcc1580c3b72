import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { INITIAL_AUTH_SECRET, type Environment, type Settings } from './settings.js';

/** Whether this is no development: `NODE_ENV` says so, in whatever spelling, or other machines reach the host. */
export const isProduction = ({ NODE_ENV = '' }: Environment, host: string): boolean =>
  NODE_ENV.trim().toLowerCase() === 'production' || !isLoopback(host);

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

/** Different characters that a secret has at least; 32 random hexadecimal digits have more. */
const MIN_VARIETY = 8;

/** Why settings must not serve in production. */
export function productionRefusals(env: Environment): string[] {
  const reasons: string[] = [];
  const secret = env.AUTH_SECRET ?? '';
  if (secret === '') reasons.push('AUTH_SECRET is missing: set a random string of 32 or more');
  else if (secret === INITIAL_AUTH_SECRET)
    reasons.push('AUTH_SECRET is still the initial value: set a random string of 32 or more');
  else if ([...secret].length < 32) reasons.push('AUTH_SECRET is shorter than 32 characters');
  else if (new Set(secret).size < MIN_VARIETY)
    reasons.push('AUTH_SECRET repeats a few characters: set a random string of 32 or more');
  if (env.SERVICE_AUTH_DISABLED === '1')
    reasons.push('SERVICE_AUTH_DISABLED is set: everybody would be the administrator');
  return reasons;
}

/** What the log says of settings at every start. */
export function warningsOf(
  env: Environment,
  {
    production,
    corsOrigins,
    trustProxy,
  }: Pick<Settings, 'production' | 'corsOrigins' | 'trustProxy'>,
): string[] {
  const warnings: string[] = [];
  if (!env.AUTH_SECRET && !production)
    warnings.push(
      'AUTH_SECRET is missing: tokens are signed with a random one and end with this run',
    );
  if (env.SERVICE_AUTH_DISABLED === '1')
    warnings.push('SERVICE_AUTH_DISABLED=1: every request acts as the default administrator');
  else if (env.SERVICE_AUTH_DISABLED)
    warnings.push('SERVICE_AUTH_DISABLED does nothing: only the exact value 1 counts');
  if (trustProxy === true)
    warnings.push(
      'TRUST_PROXY=true believes whatever address a client claims; give the number of your proxies instead, such as 1',
    );
  if (production && corsOrigins.includes('*'))
    warnings.push(
      'CORS_ORIGINS=* lets the pages of every site read the answers; name the origins of your own',
    );
  if (env.AUTH_DISABLED !== undefined)
    warnings.push('AUTH_DISABLED does nothing: the name is SERVICE_AUTH_DISABLED');
  return warnings;
}
