/** Names of columns with telephone numbers, which everybody writes in another way. `crudgen` lists them as searched. */
const PHONE = /(?:^|_)(?:phone|telephone|mobile)(?:_number)?$/;

export const holdsPhoneNumbers = (column: string): boolean => PHONE.test(column);

/** What numbers are written with. */
const WRITTEN = /^[\d\s()[\]+/.\-‐‑–]+$/;

/** The digits of a text that may be a number, or a part of one; null for any other. */
export function phoneDigits(text: string): string | null {
  const digits = WRITTEN.test(text) ? digitsOf(text) : '';
  return digits === '' ? null : digits;
}

export const digitsOf = (text: string): string => text.replace(/\D/g, '');
