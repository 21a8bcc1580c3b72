import { posix } from 'node:path';
import type { Moves } from '../refactor/relocate.js';
import { compareVersions } from '../version.js';

/** Files that a version of crudgen writes to other paths than before. */
export interface LayoutMove {
  /** The first version with the new paths. */
  readonly since: string;
  /**
   * Old path -> new path; a folder ends in `/`, `<model>` is the name of a model's files, and the first match counts. Several
   * files may be folded into one.
   */
  readonly moves: readonly (readonly [from: string, to: string])[];
}

/** The moves of a folder, and of files in it that go elsewhere than it: new path (or folder) -> old paths, all relative. */
const folder = (
  from: string,
  to: string,
  elsewhere: Readonly<Record<string, string>>,
): LayoutMove['moves'] => [
  ...Object.entries(elsewhere).flatMap(([path, names]) =>
    names.split(' ').map((name) => {
      const place = path.endsWith('/') ? path + posix.basename(name) : path;
      return [from + name, posix.join(to, place)] as const;
    }),
  ),
  [from, to],
];

/** Every layout change, oldest first. `upgrade` applies those that a project has not seen. */
export const LAYOUT_MOVES: readonly LayoutMove[] = [
  {
    // Code that is the same in every project moves behind two entry points, and small files into the module that they serve.
    since: '0.2.0',
    moves: [
      ['src/database/migrations/', 'src/database/migrations/'],
      ...folder('src/access/', 'src/engine/access/', {
        '../model/': 'access-rules.ts',
        '../model/access-rules.ts': 'define-access.ts action.ts current-user.ts',
        'policy.ts': 'field-sets.ts system-access.ts',
      }),
      ...folder('src/auth/', 'src/engine/auth/', {
        '../../models/user/': 'user.model.ts',
        'access-control.ts': 'role-hooks.ts user-hooks.ts',
        'auth-routes.ts': 'permissions.ts register-user.ts',
        'authentication.ts': 'change-password.ts sign-in.ts',
        'directory.ts': 'access-change.ts',
        'entities.ts': 'role.model.ts tenant.model.ts',
        'first-start.ts': 'default-administrator.ts preset-roles.ts',
        'passwords.ts': 'thread-pool.ts',
        'throttle.ts': 'address-group.ts failures.ts',
      }),
      ...folder('src/crud/', 'src/engine/crud/', {
        '../access/row-rules.ts': 'check-where.ts',
        '../fields/': 'check-value.ts column-info.ts formats.ts',
        '../model/':
          'check-key.ts check-models.ts define-routes.ts describe-column.ts describe-models.ts ' +
          'describe-referrers.ts field.ts hooks.ts model-info.ts model-module.ts open-writes.ts ' +
          'operations.ts where.ts',
        '../model/describe-models.ts': 'describe-links.ts',
        '../model/where.ts': 'where-builder.ts',
        '../problem/problem.ts': 'nearest.ts refuse.ts with-article.ts',
        'caches.ts': 'count-cache.ts statement-cache.ts',
        'check-payload.ts': 'draft.ts',
        'list.ts': 'expand.ts',
        'parse-filter.ts': 'parse-id.ts parse-text.ts',
        'parse-page.ts': 'parse-order.ts',
        'read-records.ts': 'find-ids.ts',
        'record-reader.ts': 'entity-reader.ts serialize.ts',
        'remove.ts': 'dependents.ts',
        'respond.ts': 'entity-tag.ts',
        'scope.ts': 'refusal.ts',
        'write.ts': 'create.ts update.ts',
      }),
      ...folder('src/database/', 'src/engine/database/', {
        '../service/commands.ts': 'migrate-command.ts seed.ts',
        'column-types.ts': 'database-url.ts',
        'dialect.ts': 'statement.ts',
        'fair-queue.ts': 'fair-lock.ts',
        'find-drift.ts': 'find-triggers.ts live-schema.ts steps/entity-schema.ts',
        'migrate.ts': 'explain-failure.ts',
        'postgres/compile-step.ts': 'postgres/catalog.ts postgres/column-sql.ts',
        'postgres/postgres-dialect.ts':
          'postgres/conditions.ts postgres/insert-rows.ts postgres/violation.ts',
        'postgres/values.ts': 'postgres/text.ts',
        'scoped-data-source.ts': 'savepoint.ts',
        'sqlite/compile-step.ts': 'sqlite/catalog.ts sqlite/column-sql.ts',
        'sqlite/functions.ts': 'fold-text.ts sqlite/convert-text.ts',
        'sqlite/pool.ts': 'sqlite/connection.ts',
        'sqlite/rebuild-table.ts': 'sqlite/table-text.ts',
        'sqlite/sqlite-database.ts': 'sqlite/open-sqlite.ts',
        'sqlite/sqlite-dialect.ts':
          'steps/inline-foreign-keys.ts sqlite/conditions.ts sqlite/insert-rows.ts sqlite/violation.ts',
        'sqlite/values.ts': 'sqlite/stored-moment.ts day-text.ts sqlite/json.ts',
        'steps/replay.ts': 'steps/inverse.ts',
        'steps/step-migration.ts': 'steps/step-failed.ts',
        'steps/step.ts': 'quote.ts steps/names.ts steps/schema.ts',
      }),
      ...folder('src/http/', 'src/engine/http/', {
        '../problem/': 'problem.ts',
        '../settings/settings.ts': 'loopback.ts',
        'back-office.ts': 'static-files.ts',
        'endpoint.ts': 'api-prefix.ts redirect.ts',
        'read-body.ts': 'read-json.ts text-fields.ts',
        'request-log.ts': 'logger.ts request-id.ts request.ts',
        'security-headers.ts': 'cors.ts loopback-only.ts',
        'send-problem.ts': 'client-error.ts',
        'serve.ts': 'close-server.ts end-together.ts fast-prototypes.ts',
      }),
      ...folder('src/docs/', 'src/engine/docs/', {
        'components.ts': 'list-parameters.ts',
        'custom-paths.ts': 'read-jsdoc.ts',
        'docs-routes.ts': 'docs-page.ts',
        'model-schemas.ts': 'view.ts',
      }),
      ...folder('src/search/', 'src/engine/search/', {
        'search-config.ts': 'search-routes.ts',
      }),
      ...folder('web/src/access-control/', 'web/src/ui/access-control/', {
        'definitions.ts': 'roles/role-fields.ts tenants/tenant-fields.ts users/user-fields.ts',
        'roles.tsx':
          'roles/methods-input.tsx roles/methods.ts roles/role-form.tsx roles/role-list.tsx roles/role-show.tsx roles/permission-matrix.tsx',
        'users.tsx':
          'tenants/tenant-list.tsx tenants/tenant-show.tsx users/user-columns.tsx users/user-list.tsx users/user-show.tsx tenants/tenant-form.tsx users/user-form.tsx',
      }),
      ...folder('web/src/api/', 'web/src/ui/api/', {
        'data-provider.ts': 'changed-fields.ts in-turns.ts',
        'http.ts': 'list-query.ts',
        'session.ts': 'auth-provider.ts permissions.ts',
      }),
      ...folder('web/src/components/', 'web/src/ui/components/', {
        '../api/session.ts': 'use-field-rule.ts',
        'delete-record.tsx': 'show/delete-button.tsx',
        'fields.tsx': 'fields/fields.tsx fields/reference-field.tsx fields/tone-chip.tsx',
        'form/conflict-dialog.tsx': 'form/conflict.ts',
        'form/form-frame.tsx': 'form/form-problems.ts form/form-errors.tsx',
        'form/form-pages.tsx': 'form/create-page.tsx form/edit-page.tsx',
        'form/own-inputs.tsx':
          'form/json-input.tsx form/keys-input.tsx form/json-editor.tsx form/suggestion-input.tsx',
        'form/unsaved-changes.tsx': 'form/unsaved-changes-guard.tsx',
        'form/use-form-input.tsx': 'form/field-facts.ts form/rules.ts form/use-form-input.ts',
        'formats.ts': 'form/json-text.ts form/local-time.ts humanize.ts plain-text.ts',
        'list/bulk-actions.tsx': 'list/select-column.tsx',
        'list/bulk-dialogs.tsx':
          'form/field-input.tsx list/bulk-delete-dialog.tsx list/bulk-edit-dialog.tsx',
        'list/column-chooser.tsx': 'list/column-order.ts list/use-columns.ts',
        'list/columns.tsx': 'list/record-link.tsx',
        'list/export.tsx': 'list/csv.ts list/export-button.tsx list/export-csv.ts',
        'list/filter-drawer.tsx': 'list/filter-input.tsx',
        'list/filters.tsx': 'list/filter-chips.tsx list/filters.ts',
        'list/list-page.tsx': 'list/list-footer.tsx',
        'list/list-toolbar.tsx': 'list/columns-button.tsx',
        'messages.tsx': 'message-panel.tsx record-error.tsx',
        'page-header.tsx': 'compact-button.tsx',
        'record-picker.tsx': 'keys-picker.tsx',
        'show/show-page.tsx': 'show/details.tsx',
        'texts.ts': 'list/use-bulk-failure.ts use-error-text.ts use-labels.ts use-problem-texts.ts',
      }),
      ...folder('web/src/dashboard/', 'web/src/ui/dashboard/', {
        'charts.tsx': 'chart-card.tsx choice-chart.tsx growth-chart.tsx',
        'dashboard.tsx': 'count-card.tsx recent-changes.tsx',
        'use-count.ts': 'weeks.ts',
      }),
      ...folder('web/src/layout/', 'web/src/ui/layout/', {
        '../components/': 'messages.tsx',
        'app-layout.tsx': 'use-focus-page.ts session-gate.tsx',
        'header.tsx': 'account-menu.tsx',
      }),
      ...folder('web/src/search/', 'web/src/ui/search/', {
        'feature.tsx': 'search-bar.tsx',
        'palette-entries.ts': 'find-match.ts next-index.ts',
        'palette-parts.tsx': 'palette-input.tsx palette-line.tsx',
        'record-search.ts': 'search-config.ts use-record-search.ts',
      }),
      ...folder('web/src/theme/', 'web/src/ui/theme/', {
        'theme.ts': 'controls.ts surfaces.ts tables.ts visually-hidden.ts',
      }),
      ...folder('web/src/tree/', 'web/src/ui/tree/', {
        'tree-column.tsx': 'column-title.tsx tree-item.tsx',
        'tree-page.tsx': 'miller-columns.tsx tree-detail.tsx',
        'tree-query.ts': 'use-children.ts use-virtual-children.ts',
        'use-cursor.ts': 'move-index.ts',
      }),
      ['web/src/i18n/', 'web/src/ui/i18n/'],
      ['src/setting-values.ts', 'src/engine/settings/setting-values.ts'],
      ['src/start.ts', 'src/engine/service/start.ts'],
      ['src/tell-error.ts', 'src/engine/database/serialize-error.ts'],
      ['src/with-settings.ts', 'src/engine/service/start.ts'],
      ['test/fresh.ts', 'src/engine/testing/test-service.ts'],
      ['test/table-facts.ts', 'src/engine/testing/table-facts.ts'],
      ['web/src/pages/field-fact.ts', 'web/src/ui/application.ts'],
      ['web/src/pages/<model>/<model>.fields.ts', 'web/src/pages/<model>/<model>.resource.ts'],
      ['web/src/pages/<model>/<model>.inputs.tsx', 'web/src/pages/<model>/<model>.form.tsx'],
      ['web/src/pages/<model>/<model>.create.tsx', 'web/src/pages/<model>/<model>.form.tsx'],
      ['web/src/pages/<model>/<model>.edit.tsx', 'web/src/pages/<model>/<model>.form.tsx'],
      ['web/src/pages/app-resource.ts', 'web/src/ui/application.ts'],
      ['web/src/admin.tsx', 'web/src/ui/admin.tsx'],
      ['web/src/query-client.ts', 'web/src/ui/admin.tsx'],
      ['web/src/store.ts', 'web/src/ui/store.ts'],
    ],
  },
];

/** The new paths of files that a version of crudgen wrote. */
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

/** The name that a path has in place of `<model>` in a pattern; null where it does not match. */
function modelIn(path: string, pattern: string): string | null {
  const [head = ''] = pattern.split(MODEL);
  const [name = ''] = path.slice(head.length).split('/');
  return name !== '' && pattern.replaceAll(MODEL, name) === path ? name : null;
}
