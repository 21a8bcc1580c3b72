import type { User } from '../api/session';
import { readCached } from '../api/storage';
import type { ModelDefinition, Row } from '../application';

declare module '../application' {
  interface ModelFacts {
    /** The records that change no more. */
    frozen?: FrozenFact;
    /** The records of another model that freeze those that are their lines. */
    frozenWith?: FrozenParentFact;
  }
}

/** The records with one of some values of a field, or with any value. */
interface FrozenFact {
  field: string;
  values?: readonly string[];
  /** The roles that change them nevertheless. */
  except?: readonly string[];
}

/** The record to which a line belongs: the fields with its id, and with itself where it is read with the line. */
interface FrozenParentFact {
  reference: string;
  target: string;
  relation: string;
}

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
