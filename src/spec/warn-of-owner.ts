import { presetOwner, type Model } from '../model/model.js';
import { warning, type Problem } from '../problem.js';

/** Names of fields that say of themselves that they hold whoever has created a row. */
const CREATOR = /(^|_)(by|author|creator|owner|reporter|sender|requester|submitter)(_id)?$/;

/**
 * Warns of an owner rule by which a row would belong to a clerk who creates it for somebody else. Others than owners see rows by
 * their tenant, or by a role that sees every row; an Admin creates few of them.
 */
export function warnOfOwner(model: Model): readonly (Problem & { readonly help: string })[] {
  const { access, rows } = model;
  const owner = presetOwner(model);
  if (owner === null || CREATOR.test(owner)) return [];
  const mayCreate = (role: string) =>
    (access[role] ?? access['*'] ?? ['create']).includes('create');
  const others = rows.except.filter((role) => role !== 'Admin' && mayCreate(role));
  const isOfTenants = rows.tenant !== null && [...Object.keys(access), '*'].some(mayCreate);
  if (others.length === 0 && !isOfTenants) return [];
  const who = others.length > 0 ? others.join(', ') : 'a colleague of the tenant';
  const message = `\`${model.name}\`: ${who} may create rows, and becomes their owner in \`${owner}\` where nobody is named`;
  const help = `where \`${owner}\` is somebody else, write \`preset: false\` beside \`owner\` in \`rows\`, or \`owner('${owner}', { preset: false })\` in the access file`;
  return [{ ...warning('owner-preset', message), help }];
}
