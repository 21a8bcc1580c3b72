import type { Model } from '../model/model.js';
import { warning, type Problem } from '../problem.js';

/** Names of fields that say of themselves that they hold whoever has created a row. */
const CREATOR = /(^|_)(by|author|creator|owner|reporter|sender|requester|submitter)(_id)?$/;

/**
 * Warns of an owner rule for everybody by which a row would belong to a clerk who creates it for somebody else. Others than owners
 * see rows by their tenant, or by a role that sees every row or those of another rule; an Admin creates few of them.
 */
export function warnOfOwner(model: Model): readonly (Problem & { readonly help: string })[] {
  const { access, rows } = model;
  const { owner, byRole = [] } = rows;
  if (owner === null || rows.preset === false || CREATOR.test(owner)) return [];
  const mayCreate = (role: string) =>
    (access[role] ?? access['*'] ?? ['create']).includes('create');
  const ofOthers = byRole.flatMap(({ kind, roles }) => (kind === 'owner' ? [] : roles));
  const others = [...new Set([...rows.except, ...ofOthers])].filter(
    (role) => role !== 'Admin' && mayCreate(role),
  );
  const isOfTenants = rows.tenant !== null && [...Object.keys(access), '*'].some(mayCreate);
  if (others.length === 0 && !isOfTenants) return [];
  const who = others.length > 0 ? others.join(', ') : 'a colleague of the tenant';
  const message = `\`${model.name}\`: ${who} may create rows, and becomes their owner (\`${owner}\`) if the request names nobody`;
  const help = `if \`${owner}\` is another person, write \`preset: false\` next to \`owner\` in \`rows\`, or \`owner('${owner}', { preset: false })\` in the access file`;
  return [{ ...warning('owner-preset', message), help }];
}
