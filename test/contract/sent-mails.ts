import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Service } from './harness.js';

/** A mail that was sent. */
export interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly to: readonly { readonly address: string }[];
}

/** The mails that a service in development has written into its folder. */
export function mailsOf({ folder }: Pick<Service, 'folder'>): readonly Mail[] {
  try {
    const path = join(folder, 'data/mail');
    const names = readdirSync(path).filter((name) => name.endsWith('.json'));
    return names.map((name) => JSON.parse(readFileSync(join(path, name), 'utf8')) as Mail);
  } catch {
    return [];
  }
}
