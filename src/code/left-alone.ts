import type { App, Model } from '../model/model.js';
import type { Problem } from '../problem.js';
import { problemAt } from './problem-at.js';
import type { Entity } from './read-entity.js';
import type { Found, Veiled } from './read-files.js';

const HELP =
  'it stays as it is, without pages, tests and migration from crudgen; write it out if it is to have them';

/** What of a class could not be read, once each. */
export function memberProblems({ name, opaque }: Entity): Problem[] {
  return opaque.map(({ property, over, node, why, help }) => {
    const place = over === undefined ? name : `${name}.${over}`;
    const what = property.startsWith('@') ? `${property}\` over \`${place}` : `${name}.${property}`;
    return problemAt(node, 'unreadable-member', `\`${what}\` is left alone: ${why}`, help ?? HELP);
  });
}

/** What of the rules could not be read. */
export function accessProblems({ access }: Found): Problem[] {
  return [...access.values()].flatMap(({ model, node, opaque }) =>
    opaque.map((why) => {
      const message = `the rules of \`${model}\` are left alone: ${why}`;
      return problemAt(node, 'unreadable-access', message, HELP);
    }),
  );
}

/** Whether a model has rules that an access file says. */
const hasRules = ({ access, rows, fields }: Model): boolean =>
  Object.keys(access).length > 0 ||
  rows.owner !== null ||
  rows.tenant !== null ||
  fields.some(({ read, write }) => read !== null || write !== null);

/** Rules that nothing says any more, though crudgen knew some: they are said in words that it cannot read. */
export function lostRules({ access, leftOut, entities }: Found, known: App | null): Problem[] {
  if (leftOut.length > 0) return [];
  return entities.flatMap(({ name, table, node }) => {
    const before = known?.models.find((model) => model.table === table);
    if (access.has(name) || !before || !hasRules(before)) return [];
    const message = `the rules of \`${name}\` are left alone: no \`defineAccess<${name}>(...)\` says them`;
    return [problemAt(node.name ?? node, 'unreadable-access', message, HELP)];
  });
}

/** Whether a class or schema that crudgen does not understand may be a model that it knows. */
export const mayBe = ({ names }: Veiled, { name, table }: Model): boolean =>
  names.has(name) || names.has(table);

/** The models that went behind such a class or schema. */
export function veiledProblems({ veiled }: Found, carried: readonly Model[]): Problem[] {
  return veiled.flatMap((one) => {
    const model = carried.find((each) => mayBe(one, each));
    if (!model) return [];
    const message = `\`${model.name}\` is left alone: ${one.why}`;
    const help = 'it stays as crudgen last wrote it; a class under @Entity can be brought along';
    return [problemAt(one.node, 'unreadable-entity', message, help)];
  });
}
