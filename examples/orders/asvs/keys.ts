import { expectStatus, type Person } from './people.js';
import type { Service } from './service.js';

/** A new API key of somebody, within limits. */
export async function createKey(
  service: Service,
  { token, password }: Person,
  limits: object = {},
): Promise<string> {
  const body = { name: 'for a check', password, ...limits };
  const made = await service.ask('POST', '/auth/api-keys', { token, body });
  return (expectStatus(made, 201).json as { key: string }).key;
}
