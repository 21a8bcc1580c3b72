import type { RecordId } from '../application';
import { signedInUser } from './session';

/** What somebody was about to do on a page when they left the back-office to prove elsewhere who they are. */
interface Left {
  user: RecordId | null;
  page: string;
  /** Milliseconds since 1970. */
  at: number;
  doing: unknown;
}

/** In this tab only: whoever comes back comes back to it. */
const KEY = 'left_page';
/** As long as the way there and back may take. */
const MAX_AGE = 600_000;

/** Keeps it until they are back. It is never to have a secret, such as a new password. */
export function leavePage(page: string, doing: unknown): void {
  const left: Left = { user: signedInUser(), page, at: Date.now(), doing };
  sessionStorage.setItem(KEY, JSON.stringify(left));
}

/** What the user was about to do on this page; null where they did not leave it, or long ago. */
export function doingOn(page: string): unknown {
  const left = readLeft();
  const isTheirs = left?.page === page && left.user === signedInUser();
  return isTheirs && Date.now() - left.at < MAX_AGE ? left.doing : null;
}

export const forgetLeftPage = (): void => sessionStorage.removeItem(KEY);

function readLeft(): Left | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Left | null;
  } catch {
    return null;
  }
}
