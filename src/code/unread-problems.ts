import type { App, Model } from '../model/model.js';
import { hasRules } from '../model/parts.js';
import type { Problem } from '../problem.js';
import { problemAt } from './problem-at.js';
import type { Entity } from './read-entity.js';
import type { Found, UnreadEntity } from './read-files.js';

const HELP =
  'write it as a plain literal to get pages, tests and migrations for it; crudgen leaves it as it is';

/** Warns of parts of a class that cannot be read, once each. */
export function memberProblems({ name, unread }: Entity): Problem[] {
  return unread.map(({ property, over, node, why, help }) => {
    const place = over === undefined ? name : `${name}.${over}`;
    const what = property.startsWith('@') ? `${property}\` over \`${place}` : `${name}.${property}`;
    return problemAt(node, 'unreadable-member', `\`${what}\` is ignored: ${why}`, help ?? HELP);
  });
}

/** Warns of access rules that cannot be read. */
export function accessProblems({ access }: Found): Problem[] {
  return [...access.values()].flatMap(({ model, node, unread }) =>
    unread.map((why) => {
      const message = `the access rules of \`${model}\` are ignored: ${why}`;
      return problemAt(node, 'unreadable-access', message, HELP);
    }),
  );
}

/** Warns of known rules that are gone: they are now written in a way that crudgen cannot read. */
export function lostRules({ access, unreadFiles, entities }: Found, known: App | null): Problem[] {
  if (unreadFiles.length > 0) return [];
  return entities.flatMap(({ name, table, node }) => {
    const before = known?.models.find((model) => model.table === table);
    if (access.has(name) || !before || !hasRules(before)) return [];
    const message = `the access rules of \`${name}\` are ignored: there is no \`defineAccess<${name}>(...)\``;
    return [problemAt(node.name ?? node, 'unreadable-access', message, HELP)];
  });
}

/** Whether a class or schema that crudgen cannot read may be a known model. */
export const mayBe = ({ names }: UnreadEntity, { name, table }: Model): boolean =>
  names.has(name) || names.has(table);

/** Warns of models behind such a class or schema. */
export function unreadEntityProblems(
  { unreadEntities }: Found,
  carried: readonly Model[],
): Problem[] {
  return unreadEntities.flatMap((one) => {
    const model = carried.find((each) => mayBe(one, each));
    if (!model) return [];
    const message = `\`${model.name}\` is ignored: ${one.why}`;
    const help = 'write it as a class with @Entity; until then crudgen does not update the model';
    return [problemAt(one.node, 'unreadable-entity', message, help)];
  });
}
