import stringWidth from 'string-width';
import type { WrittenRule } from '../code/read-row-rules.js';
import { ACTIONS } from '../model/model.js';
import type { ModelMatrix, RoleRow } from '../project/open/access-matrix.js';
import { showTable } from './show-table.js';
import type { Style } from './style.js';
import { displayText } from './display-text.js';

/** A model's access matrix as text: actions by role, readers and writers of fields, row rules. */
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
  const lines = roles.map(
    (row) => `${style.bold(name(row))}: ${row.actions.join(', ') || 'nothing'}`,
  );
  const table = fitting(showTable(['role', ...ACTIONS], cells, style), lines, width);
  const notes = [
    roles.some(({ known }) => !known) && '? role does not exist yet',
    roles.some(({ exception }) => exception === '*') &&
      '* restricted by the exception for every other role ("*")',
  ].filter((note) => note !== false);
  return notes.length === 0 ? table : `${table}\n${style.dim(wrap(notes.join('; '), width))}`;
}

/** A table, or where that is too wide its rows as text. */
function fitting(table: string, rows: readonly string[], width: number): string {
  const widest = Math.max(...table.split('\n').map((line) => stringWidth(line)));
  return widest <= width ? table : rows.map((row) => wrap(row, width)).join('\n');
}

function showFields({ fields }: ModelMatrix, style: Style, width: number): string {
  const who = (roles: readonly string[] | null) =>
    roles === null ? 'everybody' : roles.join(', ') || 'nobody';
  const rows = fields.map(({ field, read, write }) => [field, who(read), who(write)]);
  const lines = rows.map(
    ([field = '', read, write]) =>
      `${style.bold(displayText(field))}: read by ${read}; written by ${write}`,
  );
  return fitting(showTable(['field', 'read by', 'written by'], rows, style), lines, width);
}

function showRows(rows: ModelMatrix['rows'], style: Style, width: number): string {
  const title = style.bold('rows');
  if (rows === 'unread')
    return `${title}  ${style.yellow('computed by code that crudgen cannot read')}`;
  if (rows === null) return `${title}  all`;
  if (rows.length === 0)
    return `${title}  ${style.red('none visible: an empty list of rules hides every row')}`;
  const lines = rows.map((rule) => {
    const shown = displayText(rule.field ?? rule.roles?.join(', ') ?? '');
    const more = [
      rule.preset === false ? '; not set automatically' : '',
      rule.field !== null && rule.roles ? `; only for ${displayText(rule.roles.join(', '))}` : '',
    ];
    const description = `${RULES[rule.kind](shown)}${more.join('')}`;
    const code = rule.kind === 'custom' || rule.kind === 'code' ? clip(rule.text, width - 6) : null;
    return [`  ${description}`, ...(code === null ? [] : [`    ${style.dim(code)}`])].join('\n');
  });
  const by = rows.length > 1 ? 'visible by any of these rules' : 'visible by this rule';
  return [`${title}  ${by}`, ...lines].join('\n');
}

const RULES: Readonly<Record<WrittenRule['kind'], (of: string) => string>> = {
  owner: (field) => `owner: ${field} is the user`,
  tenant: (field) => `tenant: ${field} is one of the user's tenants`,
  asParent: (field) => `parent: the row that ${field} refers to is visible`,
  allFor: (roles) => `every row, for ${roles}`,
  custom: () => 'custom code: only the service can decide; see crudgen access explain',
  code: () => 'code that crudgen cannot read: only the service can decide',
};

const indent = (text: string): string => text.replace(/^(?=.)/gm, '  ');

function clip(text: string, width: number): string {
  const shown = displayText(text);
  return stringWidth(shown) <= width ? shown : `${shown.slice(0, Math.max(8, width - 3))}...`;
}

/** Wraps at blanks to a width. */
function wrap(text: string, width: number): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = lines.at(-1) === '' ? word : `${lines.at(-1)} ${word}`;
    if (lines.at(-1) === '' || stringWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(`  ${word}`);
  }
  return lines.join('\n');
}
