import { BUILT_IN_CLASSES } from '../model/built-in.js';
import type { Model } from '../model/model.js';
import {
  flatTable,
  inAscii,
  kebabCase,
  pascalCase,
  plural,
  schemaName,
  singular,
  snakeCase,
  tableNameFault,
  usualPrefix,
} from '../model/names.js';
import type { Report } from '../problem.js';
import { claim, claimJoinTable, type Taken, takenTables } from './check-join-tables.js';
import { checkSqlName } from './check-sql-name.js';
import { PAGE_PREFIXES, reservedClass, RESERVED_PREFIXES, RESERVED_TABLES } from './reserved.js';
import type { Located, SpecModel } from './spec.js';

/** Checks the class, table and prefix of each new model, and that no two models share one. */
export function checkModelNames(
  models: readonly SpecModel[],
  existing: readonly Model[],
  report: Report,
): void {
  const classes: Taken = new Map();
  const tables = takenTables(existing);
  const prefixes: Taken = new Map();
  for (const { name, prefix } of existing) {
    const by = { by: name, isNew: false };
    classes.set(kebabCase(name), by);
    prefixes.set(prefix.toLowerCase(), by);
  }
  for (const model of models) {
    if (!checkClass(model.name, report)) continue;
    if (!claimClass(model.name, classes, report)) continue;
    claimTable(model, tables, report);
    claimPrefix(model, prefixes, report);
  }
  for (const model of models)
    for (const { type, name } of model.fields) {
      if (type.value !== 'refs') continue;
      const table = `${specTable(model)}_${name.value}`;
      claimJoinTable(table, model.name.value, name.at, tables, report);
    }
}

const MAX_CLASS = 60;

/** Checks that a name can be the class of a model. */
export function checkClass({ value, at }: Located<string>, report: Report): boolean {
  const before = report.errors;
  const reserved = reservedClass(value);
  if (!/^[A-Z][A-Za-z0-9]*$/.test(value)) {
    const better = pascalCase(inAscii(value)).replace(/^(\d)/, 'N$1');
    const help = /^[A-Z]/.test(better)
      ? `write \`${better}\``
      : 'use a class name such as `TeamMember`';
    report.error('invalid-model-name', `\`${value}\` is not a class name`, at, help);
  } else if (reserved !== null) {
    const table = snakeCase(value);
    const help = BUILT_IN_CLASSES.includes(value)
      ? `refer to this model, or choose another name such as \`${value}Profile\``
      : `choose another name, such as \`${value}Item\`; \`table: ${table}\` (\`--table ${table}\`) keeps the table and the URL`;
    report.error('reserved-model-name', `\`${value}\` ${reserved}`, at, help);
  } else if (value.length > MAX_CLASS) {
    const message = `\`${value}\` has ${value.length} characters`;
    report.error(
      'name-too-long',
      message,
      at,
      `a model name may have at most ${MAX_CLASS} characters`,
    );
  }
  return report.errors === before;
}

function claimClass({ value, at }: Located<string>, classes: Taken, report: Report): boolean {
  const folder = kebabCase(value);
  const taken = claim(classes, folder, value);
  if (taken === undefined) return true;
  const same = taken.by === value;
  const message = same
    ? `the model \`${value}\` already exists`
    : `\`${value}\` and \`${taken.by}\` would share the folder ${folder}`;
  const help =
    taken.isNew || !same
      ? 'rename one of the two'
      : `add fields to it with: crudgen model add-field ${value} ...`;
  report.error('duplicate-model', message, at, help);
  return false;
}

const specTable = ({ name, table }: SpecModel): string => table?.value ?? snakeCase(name.value);

function claimTable(model: SpecModel, tables: Taken, report: Report): null | void {
  const { value: by } = model.name;
  const table = specTable(model);
  const at = model.table?.at ?? model.name.at;
  const key = table.toLowerCase();
  const fail = (code: string, message: string, help: string) =>
    report.error(code, message, at, help);
  const about = {
    ...{ what: `the table \`${table}\``, code: 'invalid-table' },
    help: `choose another table, such as \`${snakeCase(by)}\``,
  };
  if (!checkSqlName(table, about, at, report, tableNameFault)) return;
  if (RESERVED_TABLES.has(key) || /^(sqlite|pg)_/.test(key)) {
    const message = `the table \`${table}\` is reserved by the service or the database`;
    return fail('reserved-table', message, `choose another table, such as \`app_${table}\``);
  }
  const taken = claim(tables, flatTable(table), by);
  if (taken === undefined) return;
  const message = `the table \`${table}\` already belongs to \`${taken.by}\``;
  const help = `give \`${by}\` another table: \`table: ...\` in a spec, \`--table\` on the command line${flatHelp(table)}`;
  fail('duplicate-table', message, help);
}

/** A table in a schema may share the name that it has on SQLite. */
const flatHelp = (table: string): string =>
  schemaName(table) === null ? '' : `; on SQLite, it is \`${flatTable(table)}\``;

function claimPrefix(model: SpecModel, prefixes: Taken, report: Report): null | void {
  const { value: by } = model.name;
  const prefix = model.prefix?.value ?? usualPrefix(specTable(model));
  const at = model.prefix?.at ?? model.table?.at ?? model.name.at;
  const segment = prefix.slice(prefix.startsWith('/') ? 1 : 0);
  if (!/^\/[A-Za-z0-9][A-Za-z0-9._~-]*$/.test(prefix)) {
    if (model.prefix === null) return;
    const parts = segment.split('/').filter((part) => part !== '');
    const better = parts.join('-').replace(/[^A-Za-z0-9._~-]/g, '');
    const help =
      better === '' ? 'use one segment, such as `/invoices`' : `use one segment: \`/${better}\``;
    return report.error('invalid-prefix', `\`${prefix}\` is not a valid prefix`, at, help);
  }
  const reserved = reservedPrefix(segment.toLowerCase());
  if (reserved !== null)
    return report.error('reserved-prefix', `${reserved} \`${prefix}\``, at, otherPrefix(segment));
  const taken = claim(prefixes, prefix, by);
  if (taken === undefined || (at === model.name.at && taken.by === by)) return;
  const message = `\`${taken.by}\` already uses the prefix \`${prefix}\``;
  report.error('duplicate-prefix', message, at, otherPrefix(segment));
}

/** What already uses a first segment; null where nothing does. */
function reservedPrefix(segment: string): string | null {
  if (RESERVED_PREFIXES.has(segment)) return 'the service itself uses';
  return PAGE_PREFIXES.has(segment) ? 'the back-office has its own page at' : null;
}

function otherPrefix(segment: string): string {
  const many = plural(segment);
  const other =
    many !== segment && reservedPrefix(many) === null ? many : `${singular(segment)}_list`;
  return `give the model another prefix: \`prefix: /${other}\` in a spec, \`--prefix /${other}\` on the command line`;
}
