import type { SvgIconComponent } from '@mui/icons-material';
import AddIcon from '@mui/icons-material/Add';
import KeyIcon from '@mui/icons-material/KeyOutlined';
import { sessionMayDo } from '../api/session';
import type { AppResource } from '../application/app-resource';
import type { MenuEntry } from '../application/feature';
import type { Match } from './find-match';
import { findMatch } from './find-match';
import type { ModelHits } from './use-record-search';

/** One line of the palette. */
export interface PaletteEntry {
  id: string;
  group: string;
  icon: SvgIconComponent;
  label: string;
  to: string;
  match: Match | null;
  /** Where the match stands, as people read it. */
  matchedIn: string;
}

type Translate = (key: string, options?: object) => string;

/** Pages and actions whose name contains the query. */
export function commandEntries(
  query: string,
  all: readonly AppResource[],
  menu: readonly MenuEntry[],
  translate: Translate,
): PaletteEntry[] {
  const goTo = translate('search.go_to');
  const actions = translate('search.actions');
  const name = (resource: string, count: number) =>
    translate(`resources.${resource}.name`, { smart_count: count });
  const entries = [
    ...menu.map(({ to, icon, label }) => entry(`page:${to}`, goTo, icon, translate(label), to)),
    ...all
      .filter((one) => sessionMayDo('list', one.name))
      .map((one) => entry(`list:${one.name}`, goTo, one.icon, name(one.name, 2), `/${one.name}`)),
    ...all
      .filter((one) => sessionMayDo('create', one.name))
      .map((one) => {
        const label = translate('search.new', { name: name(one.name, 1).toLowerCase() });
        return entry(`new:${one.name}`, actions, AddIcon, label, `/${one.name}/create`);
      }),
    entry('password', actions, KeyIcon, translate('app.change_password'), '/auth/password'),
  ];
  const needle = query.toLowerCase();
  return entries.filter(({ label }) => label.toLowerCase().includes(needle));
}

/** The records that were found, by model. */
export function recordEntries(
  groups: readonly ModelHits[],
  query: string,
  fields: readonly string[],
  translate: Translate,
): PaletteEntry[] {
  return groups.flatMap(({ resource, rows }) =>
    rows.map((row) => {
      const group = translate(`resources.${resource.name}.name`, { smart_count: 2 });
      const match = findMatch(row, query, fields);
      const fieldLabel = (source: string) =>
        translate(`resources.${resource.name}.fields.${source}`, { _: source });
      const to = `/${resource.name}/${row.id}/show`;
      const line = entry(`${resource.name}:${row.id}`, group, resource.icon, row._label, to);
      return { ...line, match, matchedIn: match ? fieldLabel(match.source) : '' };
    }),
  );
}

function entry(
  id: string,
  group: string,
  icon: SvgIconComponent,
  label: string,
  to: string,
): PaletteEntry {
  return { id, group, icon, label, to, match: null, matchedIn: '' };
}
