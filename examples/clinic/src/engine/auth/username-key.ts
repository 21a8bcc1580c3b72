/** How many characters a username and its key may have. */
const LONGEST_NAME = 255;
/** More UTF-16 units than any notation of such a name has: no character is composed of more than eight. */
const LONGEST_NOTATION = 8 * (LONGEST_NAME + 1);

/**
 * Equal for usernames that people would take for the same one. What no stored name has room for is cut off before: the
 * time of `normalize` grows with the square of a text's length, and anybody may send one.
 */
export const usernameKey = (username: string): string =>
  username.slice(0, LONGEST_NOTATION).normalize('NFKC').toLowerCase();

/** Whether a username can be stored: one letter may stand for up to eighteen in its key. */
export const fitsKey = (username: string): boolean =>
  [...usernameKey(username)].length <= LONGEST_NAME;
