import stringWidth from 'string-width';
import { PRESET_ROLES } from '../model/built-in.js';
import { ACTIONS, type Action, type Model } from '../model/model.js';
import type { WrittenRule } from '../code/read-row-rules.js';
import { showTable } from './show-table.js';
import type { Style } from './style.js';
import { displayText } from './display-text.js';

/** A role with what it may do anywhere; null for one that is only named in access files. */
export interface KnownRole {
  readonly name: string;
  readonly actions: readonly Action[] | null;
}

/** One role in the matrix of one model. */
export interface RoleRow {
  readonly role: string;
  /** What both layers let it do; of a role that nobody has made yet, what the model would. */
  readonly actions: readonly Action[];
  /** Whether the model narrows it: by name, as one of `*`, or not. */
  readonly exception: 'named' | '*' | null;
  readonly known: boolean;
}

/** All that a model's code says about access. */
export interface ModelMatrix {
  readonly model: string;
  readonly prefix: string;
  readonly roles: readonly RoleRow[];
  /** The fields that not everybody reads and writes; null is everybody. */
  readonly fields: readonly {
    readonly field: string;
    readonly read: readonly string[] | null;
    readonly write: readonly string[] | null;
  }[];
  /** Null without row rules; `unread` where the code does not tell. */
  readonly rows: readonly WrittenRule[] | null | 'unread';
}

/** The preset roles, for a project whose database cannot be asked. */
export const PRESETS: readonly KnownRole[] = Object.entries(PRESET_ROLES).map(
  ([name, actions]) => ({ name, actions }),
);

/** The roles that exist, and those that only the models speak of. */
export function allRoles(models: readonly Model[], known: readonly KnownRole[]): KnownRole[] {
  const named = models.flatMap(({ access, fields }) => [
    ...Object.keys(access).filter((role) => role !== '*'),
    ...fields.flatMap(({ read, write }) => [...(read ?? []), ...(write ?? [])]),
  ]);
  const others = [...new Set(named)].filter((name) => known.every((role) => role.name !== name));
  return [...known, ...others.sort().map((name) => ({ name, actions: null }))];
}

/** The matrix role x action x field of one model. */
export function accessMatrix(
  model: Model,
  roles: readonly KnownRole[],
  rows: ModelMatrix['rows'],
): ModelMatrix {
  const restricted = model.fields.filter(({ read, write }) => read !== null || write !== null);
  return {
    model: model.name,
    prefix: model.prefix,
    roles: roles.map((role) => roleRow(model.access, role)),
    fields: restricted.map(({ name, read, write }) => ({ field: name, read, write })),
    rows,
  };
}

function roleRow(access: Model['access'], { name, actions }: KnownRole): RoleRow {
  const of = Object.hasOwn(access, name) ? name : '*';
  const narrowed = Object.hasOwn(access, of) ? access[of]! : null;
  return {
    role: name,
    actions: (actions ?? ACTIONS).filter((action) => narrowed?.includes(action) ?? true),
    exception: narrowed === null ? null : of === name ? 'named' : '*',
    known: actions !== null,
  };
}

/** A model's matrix for people: who may do what, who reads and writes which field, which rows. */
export function showMatrix(matrix: ModelMatrix, style: Style, width: number): string {
  const parts = [
    `${style.bold(matrix.model)}  ${style.dim(matrix.prefix)}`,
    indent(showActions(matrix, style, width - 2)),
    ...(matrix.fields.length > 0 ? [indent(showFields(matrix, style, width - 2))] : []),
    indent(showRows(matrix.rows, style, width - 2)),
  ];
  return parts.join('\n');
}

const CELLS = { yes: 'yes', no: '-' };

function showActions({ roles }: ModelMatrix, style: Style, width: number): string {
  const name = ({ role, known, exception }: RoleRow) =>
    `${role}${known ? '' : ' ?'}${exception === '*' ? ' *' : ''}`;
  const cells = roles.map((row) => [
    name(row),
    ...ACTIONS.map((action) => (row.actions.includes(action) ? CELLS.yes : CELLS.no)),
  ]);
  const wide = showTable(['role', ...ACTIONS], cells, style);
  const plain = wide.split('\n').map((line) => stringWidth(line));
  const table =
    Math.max(...plain) <= width
      ? wide
      : roles
          .map((row) => `${style.bold(name(row))}: ${row.actions.join(', ') || 'nothing'}`)
          .map((line) => wrap(line, width))
          .join('\n');
  const notes = [
    ...(roles.some(({ known }) => !known) ? ['? no such role yet'] : []),
    ...(roles.some(({ exception }) => exception === '*')
      ? ['* narrowed as "every other role"']
      : []),
  ];
  return notes.length === 0 ? table : `${table}\n${style.dim(wrap(notes.join('; '), width))}`;
}

function showFields({ fields }: ModelMatrix, style: Style, width: number): string {
  const who = (roles: readonly string[] | null) =>
    roles === null ? 'everybody' : roles.join(', ') || 'nobody';
  const rows = fields.map(({ field, read, write }) => [field, who(read), who(write)]);
  const table = showTable(['field', 'read by', 'written by'], rows, style);
  const widest = Math.max(...table.split('\n').map((line) => stringWidth(line)));
  if (widest <= width) return table;
  return rows
    .map(([field, read, write]) =>
      wrap(`${style.bold(displayText(field!))}: read by ${read}; written by ${write}`, width),
    )
    .join('\n');
}

function showRows(rows: ModelMatrix['rows'], style: Style, width: number): string {
  const title = style.bold('rows');
  if (rows === 'unread')
    return `${title}  ${style.yellow('the code computes them; not readable here')}`;
  if (rows === null) return `${title}  all`;
  if (rows.length === 0)
    return `${title}  ${style.red('none: an empty list lets nothing through')}`;
  const lines = rows.map((rule) => {
    const said = SAYS[rule.kind](displayText(rule.field ?? ''));
    const code = rule.kind === 'custom' || rule.kind === 'code' ? clip(rule.text, width - 6) : null;
    return [`  ${said}`, ...(code === null ? [] : [`    ${style.dim(code)}`])].join('\n');
  });
  return [
    `${title}  ${rows.length > 1 ? 'those that any rule lets through' : 'those of'}`,
    ...lines,
  ].join('\n');
}

const SAYS: Readonly<Record<WrittenRule['kind'], (field: string) => string>> = {
  owner: (field) => `owner: ${field} is the user`,
  tenant: (field) => `tenant: ${field} is one of the user's tenants`,
  asParent: (field) => `as the row that ${field} points to`,
  custom: () => 'custom code: only the service can say; see crudgen access explain',
  code: () => 'code that cannot be read: only the service can say',
};

const indent = (text: string): string => text.replace(/^(?=.)/gm, '  ');

function clip(text: string, width: number): string {
  const shown = displayText(text);
  return stringWidth(shown) <= width ? shown : `${shown.slice(0, Math.max(8, width - 3))}...`;
}

/** Lines of at most that width, broken at blanks. */
function wrap(text: string, width: number): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = lines.at(-1) === '' ? word : `${lines.at(-1)} ${word}`;
    if (lines.at(-1) === '' || stringWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(`  ${word}`);
  }
  return lines.join('\n');
}
