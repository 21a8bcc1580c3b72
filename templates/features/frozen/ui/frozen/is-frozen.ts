import type { User } from '../api/session';
import { readCached } from '../api/storage';
import type { ModelDefinition, Row } from '../application';

/** Whether a record changes no more for the signed-in user; what they may not read of it, the service alone knows. */
export function isFrozen({ frozen }: ModelDefinition, record: Row): boolean {
  if (frozen === undefined) return false;
  const { field, values, except = [] } = frozen;
  const value = record[field] ?? null;
  const isMet = values === undefined ? value !== false : values.includes(String(value));
  if (value === null || !isMet) return false;
  const own = readCached<User>('user')?.roles ?? [];
  return !except.some((role) => own.includes(role));
}
