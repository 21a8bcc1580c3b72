/** What it says of code that cannot be fetched: without a connection, or since a newer version has other files. */
export const MISSING_CODE = 'app.missing_code';

/** What browsers say of it, where nobody has put it in words. */
const IN_BROWSERS = /dynamically imported module|importing a module script failed/i;

/** Whether an error says that code could not be fetched. */
export function isMissingCode({ message }: Error): boolean {
  return message === MISSING_CODE || IN_BROWSERS.test(message);
}

/**
 * Fetches code of a page. Where a newer version has taken its place the page is loaded again, and nothing comes back;
 * whatever else is wrong is thrown as `MISSING_CODE`.
 */
export async function fetchCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    if (wasJustRenewed() || !(await isReplaced())) throw new Error(MISSING_CODE);
    sessionStorage.setItem(RENEWED_AT, String(Date.now()));
    sessionStorage.setItem(UNTOLD, 'yes');
    window.location.reload();
    return new Promise(() => undefined);
  }
}

/** When this tab was loaded again for a newer version, and whether its user does not know yet. */
const RENEWED_AT = 'renewed_at';
const UNTOLD = 'renewed_untold';

/** Whether the page was loaded again for a newer version since this was asked last. */
export function takeRenewal(): boolean {
  const isUntold = sessionStorage.getItem(UNTOLD) !== null;
  sessionStorage.removeItem(UNTOLD);
  return isUntold;
}

/** While a deploy goes on, one server may have the old version and another the new one. */
const PAUSE = 60_000;

function wasJustRenewed(): boolean {
  return Date.now() - Number(sessionStorage.getItem(RENEWED_AT) ?? 0) < PAUSE;
}

/** Whether the server gives another page by now than the one that runs. */
async function isReplaced(): Promise<boolean> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  const answer = await fetch(import.meta.env.BASE_URL, { cache: 'no-store' }).catch(() => null);
  if (entry === null || !answer?.ok) return false;
  const page = await answer.text();
  return page.includes('type="module"') && !page.includes(entry.getAttribute('src')!);
}
