import type { Logger } from 'pino';
import type { NumericId } from '../fields/record-id.js';

/** Something that whoever watches over the security of a service wants to know. */
export interface SecurityEvent {
  /** The kind in kebab-case: `signed-in`, `sign-in-refused`, `password-changed`. */
  readonly kind: string;
  /** The user whom the event is about; null if nobody is known. */
  readonly userId: NumericId | null;
  /** The user who did it, if that was somebody else. */
  readonly actorId?: NumericId;
  readonly address?: string;
  readonly agent?: string;
  /** The address that the user had until now, for observers alone: the log has no addresses of people. */
  readonly formerEmail?: string;
  /** Further facts for the log: never a password, token, key or code. */
  readonly facts?: Readonly<Record<string, string | number | boolean | null>>;
}

export interface SecurityEvents {
  /** Tells of an event that has happened. Never throws: what was done stays done. */
  tell(event: SecurityEvent): void;
}

export type ObserveEvent = (event: SecurityEvent) => void;

/** Writes each event into the log, and passes it on to the features that observe them. */
export const createSecurityEvents = (
  logger: Logger,
  observers: readonly ObserveEvent[] = [],
): SecurityEvents => ({
  tell(event) {
    // One by one: callers pass on all that they know of a client.
    const { kind, userId, actorId, address, agent, facts } = event;
    logger.info({ security: { kind, userId, actorId, address, agent, ...facts } }, kind);
    for (const observe of observers) observe(event);
  },
});
