/** The message for code that cannot be loaded: without a connection, or because a newer version has other files. */
export const MISSING_CODE = 'app.missing_code';

/** Browsers' messages for it, where it has not been translated. */
const BROWSER_MESSAGES = /dynamically imported module|importing a module script failed/i;

/** Whether an error says that code could not be loaded. */
export function isMissingCode({ message }: Error): boolean {
  return message === MISSING_CODE || BROWSER_MESSAGES.test(message);
}

/**
 * Loads the code of a page. If a newer version has replaced it, the page is reloaded, and the promise never settles; any
 * other failure is thrown as `MISSING_CODE`.
 */
export async function fetchCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    if (wasJustRenewed() || !(await isReplaced())) throw new Error(MISSING_CODE);
    sessionStorage.setItem(RENEWED_AT, String(Date.now()));
    sessionStorage.setItem(RENEWAL_PENDING, 'yes');
    window.location.reload();
    return new Promise(() => undefined);
  }
}

/** When this tab was reloaded for a newer version, and whether its user has yet to be told. */
const RENEWED_AT = 'renewed_at';
const RENEWAL_PENDING = 'renewed_untold';

/** Whether the page has been reloaded for a newer version since the last call. */
export function takeRenewal(): boolean {
  const isPending = sessionStorage.getItem(RENEWAL_PENDING) !== null;
  sessionStorage.removeItem(RENEWAL_PENDING);
  return isPending;
}

/** During a deployment, one server may have the old version and another the new one. */
const RELOAD_INTERVAL = 60_000;

function wasJustRenewed(): boolean {
  return Date.now() - Number(sessionStorage.getItem(RENEWED_AT) ?? 0) < RELOAD_INTERVAL;
}

/** Whether the server now sends another page than the running one. */
async function isReplaced(): Promise<boolean> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  const answer = await fetch(import.meta.env.BASE_URL, { cache: 'no-store' }).catch(() => null);
  if (entry === null || !answer?.ok) return false;
  const page = await answer.text();
  return page.includes('type="module"') && !page.includes(entry.getAttribute('src')!);
}
