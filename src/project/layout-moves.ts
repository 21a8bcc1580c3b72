import type { Moves } from '../refactor/relocate.js';
import { compareVersions } from '../version.js';

/** Files that a version of crudgen writes elsewhere than those before it. */
export interface LayoutMove {
  /** The first version that writes them there. */
  readonly since: string;
  /**
   * Path before -> path since; a folder ends in `/`, `<model>` is the name of a model's files, and the first that fits counts.
   * Several paths may go to one: the files are folded together.
   */
  readonly moves: readonly (readonly [from: string, to: string])[];
}

/** Every change of the layout, the oldest first. `upgrade` takes a project through those that it has not seen. */
export const LAYOUT_MOVES: readonly LayoutMove[] = [
  {
    // What is the same in every project stands behind two doors.
    since: '0.2.0',
    moves: [
      ['src/access/access-rules.ts', 'src/engine/model/access-rules.ts'],
      ['src/access/define-access.ts', 'src/engine/model/define-access.ts'],
      ['src/auth/user.model.ts', 'src/models/user/user.model.ts'],
      ['src/crud/check-key.ts', 'src/engine/model/check-key.ts'],
      ['src/crud/check-models.ts', 'src/engine/model/check-models.ts'],
      ['src/crud/check-value.ts', 'src/engine/fields/check-value.ts'],
      ['src/crud/check-where.ts', 'src/engine/access/check-where.ts'],
      ['src/crud/column-info.ts', 'src/engine/fields/column-info.ts'],
      ['src/crud/define-routes.ts', 'src/engine/model/define-routes.ts'],
      ['src/crud/describe-column.ts', 'src/engine/model/describe-column.ts'],
      ['src/crud/describe-links.ts', 'src/engine/model/describe-links.ts'],
      ['src/crud/describe-models.ts', 'src/engine/model/describe-models.ts'],
      ['src/crud/describe-referrers.ts', 'src/engine/model/describe-referrers.ts'],
      ['src/crud/field.ts', 'src/engine/model/field.ts'],
      ['src/crud/formats.ts', 'src/engine/fields/formats.ts'],
      ['src/crud/hooks.ts', 'src/engine/model/hooks.ts'],
      ['src/crud/model-info.ts', 'src/engine/model/model-info.ts'],
      ['src/crud/model-module.ts', 'src/engine/model/model-module.ts'],
      ['src/crud/nearest.ts', 'src/engine/problem/nearest.ts'],
      ['src/crud/open-writes.ts', 'src/engine/model/open-writes.ts'],
      ['src/crud/operations.ts', 'src/engine/model/operations.ts'],
      ['src/crud/where-builder.ts', 'src/engine/model/where-builder.ts'],
      ['src/crud/where.ts', 'src/engine/model/where.ts'],
      ['src/database/migrate-command.ts', 'src/engine/service/run-migrate.ts'],
      ['src/database/seed.ts', 'src/engine/service/run-seed.ts'],
      ['src/http/problem.ts', 'src/engine/problem/problem.ts'],
      ['src/setting-values.ts', 'src/engine/settings/setting-values.ts'],
      ['src/start.ts', 'src/engine/service/start.ts'],
      ['src/tell-error.ts', 'src/engine/database/tell-error.ts'],
      ['src/with-settings.ts', 'src/engine/service/with-settings.ts'],
      // Small files stand in the module that they serve.
      ['src/http/end-together.ts', 'src/engine/http/fast-express.ts'],
      ['src/http/fast-prototypes.ts', 'src/engine/http/fast-express.ts'],
      ['src/access/action.ts', 'src/engine/model/access-rules.ts'],
      ['src/access/current-user.ts', 'src/engine/model/access-rules.ts'],
      ['src/access/field-sets.ts', 'src/engine/access/policy.ts'],
      ['src/access/system-access.ts', 'src/engine/access/policy.ts'],
      ['src/auth/access-change.ts', 'src/engine/auth/directory.ts'],
      ['src/auth/address-group.ts', 'src/engine/auth/throttle.ts'],
      ['src/auth/change-password.ts', 'src/engine/auth/sign-in.ts'],
      ['src/auth/default-administrator.ts', 'src/engine/auth/first-start.ts'],
      ['src/auth/failures.ts', 'src/engine/auth/throttle.ts'],
      ['src/auth/permissions.ts', 'src/engine/auth/auth-routes.ts'],
      ['src/auth/preset-roles.ts', 'src/engine/auth/first-start.ts'],
      ['src/auth/register-user.ts', 'src/engine/auth/auth-routes.ts'],
      ['src/auth/role-hooks.ts', 'src/engine/auth/access-control.ts'],
      ['src/crud/count-cache.ts', 'src/engine/crud/caches.ts'],
      ['src/crud/create.ts', 'src/engine/crud/write.ts'],
      ['src/crud/dependents.ts', 'src/engine/crud/remove.ts'],
      ['src/crud/entity-reader.ts', 'src/engine/crud/record-reader.ts'],
      ['src/crud/entity-tag.ts', 'src/engine/crud/respond.ts'],
      ['src/crud/expand.ts', 'src/engine/crud/list.ts'],
      ['src/crud/parse-id.ts', 'src/engine/crud/parse-text.ts'],
      ['src/crud/parse-order.ts', 'src/engine/crud/parse-page.ts'],
      ['src/crud/refuse.ts', 'src/engine/problem/problem.ts'],
      ['src/crud/statement-cache.ts', 'src/engine/crud/caches.ts'],
      ['src/crud/update.ts', 'src/engine/crud/write.ts'],
      ['src/crud/with-article.ts', 'src/engine/problem/problem.ts'],
      ['src/database/database-url.ts', 'src/engine/database/column-types.ts'],
      ['src/database/find-triggers.ts', 'src/engine/database/find-drift.ts'],
      ['src/database/fold-text.ts', 'src/engine/database/sqlite/functions.ts'],
      ['src/database/live-schema.ts', 'src/engine/database/find-drift.ts'],
      ['src/database/postgres/catalog.ts', 'src/engine/database/postgres/column-sql.ts'],
      ['src/database/postgres/text.ts', 'src/engine/database/postgres/values.ts'],
      ['src/database/quote.ts', 'src/engine/database/steps/names.ts'],
      ['src/database/savepoint.ts', 'src/engine/database/scoped-data-source.ts'],
      ['src/database/sqlite/catalog.ts', 'src/engine/database/sqlite/column-sql.ts'],
      ['src/database/sqlite/convert-text.ts', 'src/engine/database/sqlite/functions.ts'],
      ['src/database/sqlite/stored-moment.ts', 'src/engine/database/sqlite/values.ts'],
      ['src/database/sqlite/table-text.ts', 'src/engine/database/sqlite/rebuild-table.ts'],
      ['src/database/statement.ts', 'src/engine/database/session.ts'],
      ['src/database/steps/inline-foreign-keys.ts', 'src/engine/database/sqlite/sqlite-dialect.ts'],
      ['src/database/steps/step-failed.ts', 'src/engine/database/steps/step-migration.ts'],
      ['src/docs/docs-page.ts', 'src/engine/docs/docs-routes.ts'],
      ['src/docs/read-jsdoc.ts', 'src/engine/docs/custom-paths.ts'],
      ['src/http/api-prefix.ts', 'src/engine/http/endpoint.ts'],
      ['src/http/client-error.ts', 'src/engine/http/send-problem.ts'],
      ['src/http/close-server.ts', 'src/engine/service/start.ts'],
      ['src/http/cors.ts', 'src/engine/http/security-headers.ts'],
      ['src/http/logger.ts', 'src/engine/http/request-log.ts'],
      ['src/http/loopback.ts', 'src/engine/settings/production.ts'],
      ['src/http/redirect.ts', 'src/engine/http/endpoint.ts'],
      ['src/http/request-id.ts', 'src/engine/http/request-log.ts'],
      ['src/http/request.ts', 'src/engine/http/request-log.ts'],
      ['src/http/text-fields.ts', 'src/engine/http/read-json.ts'],
      ['src/search/search-routes.ts', 'src/engine/search/search-config.ts'],
      ['src/database/migrations/', 'src/database/migrations/'],
      ['src/access/', 'src/engine/access/'],
      ['src/auth/', 'src/engine/auth/'],
      ['src/crud/', 'src/engine/crud/'],
      ['src/docs/', 'src/engine/docs/'],
      ['src/http/', 'src/engine/http/'],
      ['src/search/', 'src/engine/search/'],
      ['src/database/', 'src/engine/database/'],
      ['test/fresh.ts', 'src/engine/testing/fresh.ts'],
      ['test/table-facts.ts', 'src/engine/testing/table-facts.ts'],
      // Small files of the back-office stand in the modules that they serve, a model's forms in one file.
      [
        'web/src/access-control/roles/methods-input.tsx',
        'web/src/ui/access-control/roles/role-form.tsx',
      ],
      ['web/src/access-control/roles/methods.ts', 'web/src/ui/access-control/roles/role-form.tsx'],
      ['web/src/access-control/roles/role-fields.ts', 'web/src/ui/access-control/definitions.ts'],
      ['web/src/access-control/roles/role-list.tsx', 'web/src/ui/access-control/roles/roles.tsx'],
      ['web/src/access-control/roles/role-show.tsx', 'web/src/ui/access-control/roles/roles.tsx'],
      [
        'web/src/access-control/tenants/tenant-fields.ts',
        'web/src/ui/access-control/definitions.ts',
      ],
      [
        'web/src/access-control/tenants/tenant-list.tsx',
        'web/src/ui/access-control/tenants/tenants.tsx',
      ],
      [
        'web/src/access-control/tenants/tenant-show.tsx',
        'web/src/ui/access-control/tenants/tenants.tsx',
      ],
      [
        'web/src/access-control/users/user-columns.tsx',
        'web/src/ui/access-control/users/users.tsx',
      ],
      ['web/src/access-control/users/user-fields.ts', 'web/src/ui/access-control/definitions.ts'],
      ['web/src/access-control/users/user-list.tsx', 'web/src/ui/access-control/users/users.tsx'],
      ['web/src/access-control/users/user-show.tsx', 'web/src/ui/access-control/users/users.tsx'],
      ['web/src/api/changed-fields.ts', 'web/src/ui/api/data-provider.ts'],
      ['web/src/api/in-turns.ts', 'web/src/ui/api/data-provider.ts'],
      ['web/src/api/list-query.ts', 'web/src/ui/api/http.ts'],
      ['web/src/components/form/conflict.ts', 'web/src/ui/components/form/conflict-dialog.tsx'],
      ['web/src/components/form/field-facts.ts', 'web/src/ui/components/form/field-facts.tsx'],
      ['web/src/components/form/form-problems.ts', 'web/src/ui/components/form/form-errors.tsx'],
      ['web/src/components/form/json-input.tsx', 'web/src/ui/components/form/inputs.tsx'],
      ['web/src/components/form/json-text.ts', 'web/src/ui/components/formats.ts'],
      ['web/src/components/form/keys-input.tsx', 'web/src/ui/components/form/suggestion-input.tsx'],
      ['web/src/components/form/local-time.ts', 'web/src/ui/components/formats.ts'],
      ['web/src/components/form/rules.ts', 'web/src/ui/components/form/use-form-input.ts'],
      ['web/src/components/humanize.ts', 'web/src/ui/components/formats.ts'],
      ['web/src/components/keys-picker.tsx', 'web/src/ui/components/record-picker.tsx'],
      ['web/src/components/list/column-order.ts', 'web/src/ui/components/list/use-columns.ts'],
      ['web/src/components/list/columns-button.tsx', 'web/src/ui/components/list/list-toolbar.tsx'],
      ['web/src/components/list/csv.ts', 'web/src/ui/components/list/export-csv.ts'],
      ['web/src/components/list/list-footer.tsx', 'web/src/ui/components/list/list-page.tsx'],
      ['web/src/components/list/record-link.tsx', 'web/src/ui/components/list/columns.tsx'],
      ['web/src/components/list/use-bulk-failure.ts', 'web/src/ui/components/use-problem-texts.ts'],
      ['web/src/components/plain-text.ts', 'web/src/ui/components/formats.ts'],
      ['web/src/components/use-error-text.ts', 'web/src/ui/components/use-problem-texts.ts'],
      ['web/src/dashboard/chart-card.tsx', 'web/src/ui/dashboard/growth-chart.tsx'],
      ['web/src/dashboard/choice-chart.tsx', 'web/src/ui/dashboard/charts.tsx'],
      ['web/src/dashboard/count-card.tsx', 'web/src/ui/dashboard/dashboard.tsx'],
      ['web/src/dashboard/weeks.ts', 'web/src/ui/dashboard/use-count.ts'],
      ['web/src/layout/account-menu.tsx', 'web/src/ui/layout/header.tsx'],
      ['web/src/layout/use-focus-page.ts', 'web/src/ui/layout/app-layout.tsx'],
      ['web/src/pages/field-fact.ts', 'web/src/ui/application/app-resource.ts'],
      ['web/src/search/find-match.ts', 'web/src/ui/search/palette-entries.ts'],
      ['web/src/search/next-index.ts', 'web/src/ui/search/palette-entries.ts'],
      ['web/src/theme/controls.ts', 'web/src/ui/theme/components.ts'],
      ['web/src/theme/surfaces.ts', 'web/src/ui/theme/components.ts'],
      ['web/src/theme/tables.ts', 'web/src/ui/theme/components.ts'],
      ['web/src/theme/visually-hidden.ts', 'web/src/ui/theme/theme.ts'],
      ['web/src/tree/column-title.tsx', 'web/src/ui/tree/tree-column.tsx'],
      ['web/src/tree/move-index.ts', 'web/src/ui/tree/use-cursor.ts'],
      ['web/src/tree/use-children.ts', 'web/src/ui/tree/use-virtual-children.ts'],
      ['web/src/pages/<model>/<model>.fields.ts', 'web/src/pages/<model>/<model>.resource.ts'],
      ['web/src/pages/<model>/<model>.inputs.tsx', 'web/src/pages/<model>/<model>.form.tsx'],
      ['web/src/pages/<model>/<model>.create.tsx', 'web/src/pages/<model>/<model>.form.tsx'],
      ['web/src/pages/<model>/<model>.edit.tsx', 'web/src/pages/<model>/<model>.form.tsx'],
      ['web/src/pages/app-resource.ts', 'web/src/ui/application/app-resource.ts'],
      ['web/src/layout/trail.ts', 'web/src/ui/components/trail.ts'],
      ['web/src/components/form/unsaved-changes.ts', 'web/src/ui/components/unsaved-changes.ts'],
      ['web/src/components/show/delete-button.tsx', 'web/src/ui/components/delete-button.tsx'],
      ['web/src/access-control/', 'web/src/ui/access-control/'],
      ['web/src/api/', 'web/src/ui/api/'],
      ['web/src/components/', 'web/src/ui/components/'],
      ['web/src/dashboard/', 'web/src/ui/dashboard/'],
      ['web/src/i18n/', 'web/src/ui/i18n/'],
      ['web/src/layout/', 'web/src/ui/layout/'],
      ['web/src/search/', 'web/src/ui/search/'],
      ['web/src/theme/', 'web/src/ui/theme/'],
      ['web/src/tree/', 'web/src/ui/tree/'],
      ['web/src/admin.tsx', 'web/src/ui/admin.tsx'],
      ['web/src/query-client.ts', 'web/src/ui/query-client.ts'],
      ['web/src/store.ts', 'web/src/ui/store.ts'],
    ],
  },
];

/** Where the files that a version of crudgen wrote are to be now. */
export function movedSince(
  version: string | null,
  paths: Iterable<string>,
  layouts: readonly LayoutMove[] = LAYOUT_MOVES,
): Moves {
  const unseen = layouts.filter(({ since }) => compareVersions(version ?? '0', since) < 0);
  const moved = [...paths].map((path) => [path, unseen.reduce(movedBy, path)] as const);
  return new Map(moved.filter(([from, to]) => from !== to));
}

function movedBy(path: string, { moves }: LayoutMove): string {
  for (const [from, to] of moves) {
    if (from.includes(MODEL)) {
      const name = modelIn(path, from);
      if (name !== null) return to.replaceAll(MODEL, name);
    } else if (from.endsWith('/') ? path.startsWith(from) : path === from)
      return to + path.slice(from.length);
  }
  return path;
}

const MODEL = '<model>';

/** The name that a path has where a pattern says `<model>`, the same each time; null where it is no such path. */
function modelIn(path: string, pattern: string): string | null {
  const [head = ''] = pattern.split(MODEL);
  const [name = ''] = path.slice(head.length).split('/');
  return name !== '' && pattern.replaceAll(MODEL, name) === path ? name : null;
}
