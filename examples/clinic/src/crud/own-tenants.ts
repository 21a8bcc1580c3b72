import type { Session } from '../database/database.js';
import { forbidden } from '../http/problem.js';
import type { Draft } from './draft.js';
import { oneRow, rowExists } from './find-ids.js';
import type { Scope } from './scope.js';
import { withArticle } from './with-article.js';

/**
 * 403 for a row that would be put into a tenant that is not the writer's, even where another rule lets the writer see
 * it there: what is unique in that tenant would answer for rows that they may not see.
 */
export async function demandOwnTenants(
  draft: Draft,
  id: number | null,
  session: Session,
  scope: Scope,
): Promise<void> {
  const { access, model, user } = scope;
  if (access.unbound) return;
  for (const rule of model.access.rows ?? []) {
    const value = draft.columns[rule.kind === 'tenant' ? rule.field : ''];
    if (rule.kind !== 'tenant' || typeof value !== 'number' || user.tenants.includes(value))
      continue;
    const same = oneRow(id ?? NaN, { op: 'eq', field: rule.field, value });
    if (id !== null && (await rowExists(same, model, session, scope))) continue;
    throw forbidden(`You may not put ${withArticle(model.name)} into a tenant that is not yours.`);
  }
}
