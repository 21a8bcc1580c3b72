import { hash } from 'node:crypto';

/** The strong tag of a record as its reader sees it. */
export const entityTag = (text: string): string => `"${hash('sha1', text, 'base64url')}"`;

/** Does a header's list of tags name this one? A proxy may have weakened the tag on its way. */
export function namesTag(header: string, tag: string): boolean {
  if (header.trim() === '*') return true;
  return header.split(',').some((given) => given.trim().replace(/^W\//, '') === tag);
}
