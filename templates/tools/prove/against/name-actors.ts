import type { ActorFacts } from './version-facts.js';
import { listed, withArticle } from './words.js';

/** `a Viewer`, `Manager and Viewer`, `somebody without a role`, `a Viewer without a tenant`. */
export function whoOf(actors: readonly ActorFacts[]): string {
  const names = [...new Set(actors.map(nameOf))];
  return names.length > 1 ? listed(names) : withNoun(names[0]!, actors[0]!);
}

const withNoun = (name: string, { roles }: ActorFacts): string =>
  roles.length === 1 ? withArticle(name) : name;

/** Every actor by name, for keys. */
export const keyOfWho = (actors: readonly ActorFacts[]): string =>
  [...new Set(actors.map(nameOf))].join(', ');

/** The name of an actor: their roles, and tenants other than one of their own. */
export function nameOf({ roles, tenants }: ActorFacts): string {
  const who = roles.length === 0 ? 'somebody without a role' : roles.join('+');
  if (tenants.length === 0) return `${who} without a tenant`;
  return tenants.length === 1 ? who : `${who} with two tenants`;
}
