import type { CurrentUser } from './access-rules.js';

/** What asked for a write, and for whom, whoever writes in the end. */
export interface Origin {
  /** Null where nobody is signed in, or the service works by itself. */
  readonly user: Pick<CurrentUser, 'id' | 'username'> | null;
  /** The way in: `session`, `key for Ann`, `import 12`, `job send-mail 7`. */
  readonly door: string;
}
