import { kebabCase } from '../model/names.js';

/** A name that npm takes, made of any name. */
export function packageName(text: string): string {
  if (/^[a-z0-9][a-z0-9._-]*$/.test(text) && text.length <= 100) return text;
  return kebabCase(text.normalize('NFKD')).slice(0, 100) || 'app';
}
