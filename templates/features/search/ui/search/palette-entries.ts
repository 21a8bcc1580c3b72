import type { SvgIconComponent } from '@mui/icons-material';
import AddIcon from '@mui/icons-material/Add';
import KeyIcon from '@mui/icons-material/KeyOutlined';
import { sessionMayDo } from '../api/session';
import { recordPath, type AppResource, type MenuEntry, type Place, type Row } from '../application';
import { withinSentence } from '../components/formats';
import type { Command } from './commands';
import type { OpenedRecord } from './opened-records';
import { isSearched, type ModelHits } from './record-search';

/** One line of the palette. */
export interface PaletteEntry {
  id: string;
  group: string;
  icon: SvgIconComponent;
  label: string;
  /** Where it leads; a command leads nowhere. */
  to: string;
  run?: () => void;
  match: Match | null;
  /** The label of the field with the match. */
  matchedIn: string;
}

type Translate = (key: string, options?: object) => string;

/** Pages and actions whose name contains the words of the query. */
export function commandEntries(
  query: string,
  all: readonly AppResource[],
  menu: readonly MenuEntry[],
  translate: Translate,
  commands: readonly Command[] = [],
  places: readonly Place[] = [],
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
    ...places.map(({ to, icon, name: text }) => entry(`page:${to}`, goTo, icon, text, to)),
    ...all
      .filter((one) => one.readOnly !== true && sessionMayDo('create', one.name))
      .map((one) => {
        const label = translate('search.new', { name: withinSentence(name(one.name, 1)) });
        return entry(`new:${one.name}`, actions, AddIcon, label, `/${one.name}/create`);
      }),
    entry('password', actions, KeyIcon, translate('app.change_password'), '/auth/password'),
    ...commands.map(({ id, icon, label, run }) => ({
      ...entry(`command:${id}`, actions, icon, label, ''),
      run,
    })),
  ];
  return entries.filter(({ label }) => hasWords(label, query));
}

/** The recently opened records whose labels contain the words of the query. */
export function openedEntries(
  opened: readonly OpenedRecord[],
  query: string,
  translate: Translate,
): PaletteEntry[] {
  const group = translate('search.recent');
  return opened
    .filter(({ row }) => hasWords(row._label, query))
    .map(({ resource, row }) => recordEntry(resource, row, group));
}

/** The records found, by model. */
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
      const line = recordEntry(resource, row, group);
      return { ...line, match, matchedIn: match ? fieldLabel(match.source) : '' };
    }),
  );
}

function recordEntry({ name, icon, keyless }: AppResource, { id, _label }: Row, group: string) {
  const path = keyless ? `/${name}` : `${recordPath(name, id)}/show`;
  return entry(`${name}:${id}`, group, icon, _label, path);
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

/**
 * What a query has found, group by group: first those with an entry of that very name, then those with one that begins so, then
 * pages and actions, then records. Within a group it is the same.
 */
export function inOrder(
  query: string,
  named: readonly PaletteEntry[],
  records: readonly PaletteEntry[],
): PaletteEntry[] {
  const wanted = query.toLowerCase();
  const rank = ({ label }: PaletteEntry): number => {
    const text = label.toLowerCase();
    if (text === wanted) return 0;
    return text.startsWith(wanted) ? 1 : 2;
  };
  const groups = new Map<string, PaletteEntry[]>();
  for (const one of [...named, ...records])
    groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  return [...groups.values()]
    .map((entries) => entries.toSorted((one, other) => rank(one) - rank(other)))
    .toSorted(([one], [other]) => rank(one!) - rank(other!))
    .flat();
}

export interface Match {
  source: string;
  /** The value around the match, shortened, in three parts. */
  before: string;
  found: string;
  after: string;
}

const CONTEXT = 28;

/** The words of a query in small letters, without what separates them; the service looks for each of them. */
const wordsOf = (query: string): string[] => query.toLowerCase().match(/[^\s",;]+/g) ?? [];

function hasWords(label: string, query: string): boolean {
  const text = label.toLowerCase();
  return wordsOf(query).every((word) => text.includes(word));
}

/** The first searched field of a record that contains the query, or else the first word that is not in its label. */
export function findMatch(
  record: Record<string, unknown>,
  query: string,
  names: readonly string[],
): Match | null {
  // A key of a name of its own is told by that.
  const { id, ...others } = record;
  const fields = Object.values(others).includes(id) ? others : record;
  const texts = Object.entries(fields).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && !entry[0].startsWith('_') && isSearched(entry[0], names),
  );
  const label = String(record['_label'] ?? '').toLowerCase();
  const unexplained = wordsOf(query).filter((word) => !label.includes(word));
  for (const needle of [query.toLowerCase(), ...unexplained])
    for (const [source, value] of texts) {
      const at = value.toLowerCase().indexOf(needle);
      if (at >= 0) return cut(source, value, at, needle.length);
    }
  return null;
}

function cut(source: string, value: string, at: number, length: number): Match {
  const start = Math.max(0, at - CONTEXT);
  const end = Math.min(value.length, at + length + CONTEXT);
  return {
    source,
    before: (start > 0 ? '…' : '') + value.slice(start, at),
    found: value.slice(at, at + length),
    after: value.slice(at + length, end) + (end < value.length ? '…' : ''),
  };
}

/** The index that a key leads to in a list of this length; null if it leads nowhere. */
export function nextIndex(key: string, index: number, length: number): number | null {
  if (length === 0) return null;
  if (key === 'ArrowDown') return (index + 1) % length;
  if (key === 'ArrowUp') return (index - 1 + length) % length;
  if (key === 'PageDown') return Math.min(index + 8, length - 1);
  if (key === 'PageUp') return Math.max(index - 8, 0);
  return null;
}
