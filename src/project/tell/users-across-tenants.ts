import { importsIn } from '../../code/imports.js';
import { readAccess, type AccessRules } from '../../code/read-access.js';
import { readRowRules } from '../../code/read-row-rules.js';
import { isCode, parseCode } from '../../code/typescript.js';
import { USER } from '../../model/built-in.js';
import { tenantOf } from '../../model/model.js';
import { type Problem, warning } from '../../problem.js';
import type { OpenProject } from '../open/open-project.js';

/** Fields by which whoever writes them decides who comes in, or what they may do then. */
const GUARDED = ['roles', 'password'] as const;

/** Warns of roles that administer users across tenants, as no row rule keeps them to their own; the service does so at its start. */
export function usersAcrossTenants({ app, mine }: OpenProject): Problem[] {
  if (app.models.every((model) => tenantOf(model) === null)) return [];
  if ((readRowRules(mine).get(USER.name) ?? null) !== null) return [];
  return [...mine].flatMap(([path, text]) => {
    if (!path.startsWith('src/models/') || !isCode(path) || !text.includes('defineAccess'))
      return [];
    const call = readAccess(parseCode(path, text), importsIn(mine)).find(
      ({ model }) => model === USER.name,
    );
    return GUARDED.flatMap((field) => {
      const writers = call ? writersOf(field, call.rules) : [];
      if (writers.length === 0) return [];
      const message = `${writers.join(', ')} may write \`${field}\` of all users, because no row rule limits them to users of their tenants`;
      return warning(
        'open-users',
        message,
        `add \`rows\` to ${path}; docs/administering-users.md has an example`,
      );
    });
  });
}

function writersOf(field: string, { roles, fields }: AccessRules): readonly string[] {
  const mayWrite = (role: string) => {
    const kept = roles[Object.hasOwn(roles, role) ? role : '*'];
    return kept === undefined || kept.includes('create') || kept.includes('edit');
  };
  return (fields.get(field)?.write ?? []).filter((role) => role !== 'Admin' && mayWrite(role));
}
