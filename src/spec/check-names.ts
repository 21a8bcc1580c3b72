import type { Position } from '../problem.js';
import type { Model } from '../model/model.js';
import { inAscii, kebabCase, pascalCase, plural, singular, snakeCase } from '../model/names.js';
import { problem, type Report } from './report.js';
import { PAGE_PREFIXES, reservedClass, RESERVED_PREFIXES, RESERVED_TABLES } from './reserved.js';
import type { Located, SpecModel } from './spec.js';
import { BUILT_IN_CLASSES } from '../model/built-in.js';

interface Taken {
  readonly by: string;
  readonly isNew: boolean;
}

/** Checks the class, table and prefix of each new model, and that no two models share one. */
export function checkModelNames(
  models: readonly SpecModel[],
  existing: readonly Model[],
  report: Report,
): void {
  const classes = new Map<string, Taken>();
  const tables = new Map<string, Taken>();
  const prefixes = new Map<string, Taken>();
  for (const { name, table, prefix, fields } of existing) {
    const by = { by: name, isNew: false };
    classes.set(kebabCase(name), by);
    tables.set(table.toLowerCase(), by);
    prefixes.set(prefix.toLowerCase(), by);
    for (const field of fields)
      if (field.type === 'refs') tables.set(`${table}_${field.name}`.toLowerCase(), by);
  }
  for (const model of models) {
    if (!checkClass(model.name, report)) continue;
    if (!claimClass(model.name, classes, report)) continue;
    claimTable(model, tables, report);
    claimPrefix(model, prefixes, report);
  }
  for (const model of models) claimJoinTables(model, tables, report);
}

/** Checks that a name can be a model's class. */
export function checkClass({ value, at }: Located<string>, report: Report): boolean {
  if (!/^[A-Z][A-Za-z0-9]*$/.test(value)) {
    const better = pascalCase(inAscii(value)).replace(/^(\d)/, 'N$1');
    const help = /^[A-Z]/.test(better)
      ? `write \`${better}\``
      : 'a model is a class name such as `TeamMember`';
    report(problem('invalid-model-name', `\`${value}\` is not a class name`, at, help));
    return false;
  }
  const reserved = reservedClass(value);
  if (reserved !== null) {
    const table = snakeCase(value);
    const help = BUILT_IN_CLASSES.includes(value)
      ? `refer to it, or choose another name such as \`${value}Profile\``
      : `choose another name, such as \`${value}Item\`; \`table: ${table}\` (\`--table ${table}\`) keeps the table and the URL`;
    report(problem('reserved-model-name', `\`${value}\` ${reserved}`, at, help));
    return false;
  }
  if (value.length > 60) {
    report(
      problem(
        'name-too-long',
        `\`${value}\` has ${value.length} characters`,
        at,
        "a model's name has at most 60",
      ),
    );
    return false;
  }
  return true;
}

function claimClass(name: Located<string>, classes: Map<string, Taken>, report: Report): boolean {
  const folder = kebabCase(name.value);
  const taken = classes.get(folder);
  if (taken === undefined) {
    classes.set(folder, { by: name.value, isNew: true });
    return true;
  }
  const add = `add fields to it with: crudgen model add-field ${taken.by} ...`;
  const message =
    taken.by === name.value
      ? `the model \`${name.value}\` exists already`
      : `\`${name.value}\` and \`${taken.by}\` would share the folder ${folder}`;
  const help = taken.isNew || taken.by !== name.value ? 'rename one of the two' : add;
  report(problem('duplicate-model', message, name.at, help));
  return false;
}

function claimTable(model: SpecModel, tables: Map<string, Taken>, report: Report): void {
  const table = model.table?.value ?? snakeCase(model.name.value);
  const at = model.table?.at ?? model.name.at;
  const key = table.toLowerCase();
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(table)) {
    const help = `letters, digits and _, starting with a letter: \`${snakeCase(table) || snakeCase(model.name.value)}\``;
    report(problem('invalid-table', `\`${table}\` cannot be the name of a table`, at, help));
    return;
  }
  if (table.length > 50) {
    const help = 'choose a `table` of at most 50 characters, so that its indexes have names';
    report(
      problem('name-too-long', `the table \`${table}\` has ${table.length} characters`, at, help),
    );
  }
  if (RESERVED_TABLES.has(key) || /^(sqlite|pg)_/.test(key)) {
    const help = `choose another table, such as \`app_${table}\``;
    report(
      problem(
        'reserved-table',
        `the table \`${table}\` is made by the service or the database`,
        at,
        help,
      ),
    );
    return;
  }
  const taken = tables.get(key);
  if (taken !== undefined) {
    const help = `give \`${model.name.value}\` another table: \`table: ...\` in a spec, \`--table\` on the command line`;
    report(
      problem(
        'duplicate-table',
        `the table \`${table}\` belongs to \`${taken.by}\` already`,
        at,
        help,
      ),
    );
    return;
  }
  tables.set(key, { by: model.name.value, isNew: true });
}

function claimPrefix(model: SpecModel, prefixes: Map<string, Taken>, report: Report): void {
  const prefix = model.prefix?.value ?? `/${model.table?.value ?? snakeCase(model.name.value)}`;
  const at = model.prefix?.at ?? model.table?.at ?? model.name.at;
  const segment = prefix.replace(/^\//, '');
  if (!/^\/[A-Za-z0-9][A-Za-z0-9._~-]*$/.test(prefix)) {
    if (model.prefix === null) return;
    const better = segment
      .split('/')
      .filter((part) => part !== '')
      .join('-')
      .replace(/[^A-Za-z0-9._~-]/g, '');
    const help = better === '' ? 'one segment, such as `/invoices`' : `one segment: \`/${better}\``;
    report(problem('invalid-prefix', `\`${prefix}\` cannot be a prefix`, at, help));
    return;
  }
  const reserved = reservedPrefix(segment.toLowerCase());
  if (reserved !== null) {
    report(problem('reserved-prefix', `${reserved} \`${prefix}\``, at, otherPrefix(segment)));
    return;
  }
  const taken = prefixes.get(prefix.toLowerCase());
  if (taken === undefined) {
    prefixes.set(prefix.toLowerCase(), { by: model.name.value, isNew: true });
    return;
  }
  if (model.prefix === null && at === model.name.at && taken.by === model.name.value) return;
  report(
    problem(
      'duplicate-prefix',
      `\`${taken.by}\` answers at \`${prefix}\` already`,
      at,
      otherPrefix(segment),
    ),
  );
}

/** Who answers at a first segment already, or null when nobody does. */
function reservedPrefix(segment: string): string | null {
  if (RESERVED_PREFIXES.has(segment)) return 'the service itself answers at';
  return PAGE_PREFIXES.has(segment) ? 'the back-office has a page of its own at' : null;
}

function otherPrefix(segment: string): string {
  const many = plural(segment);
  const other =
    many !== segment && reservedPrefix(many) === null ? many : `${singular(segment)}_list`;
  return `give the model another prefix: \`prefix: /${other}\` in a spec, \`--prefix /${other}\` on the command line`;
}

function claimJoinTables(model: SpecModel, tables: Map<string, Taken>, report: Report): void {
  const table = model.table?.value ?? snakeCase(model.name.value);
  for (const { name, type } of model.fields) {
    if (type.value !== 'refs') continue;
    claimJoinTable(table, name, model.name.value, tables, report);
  }
}

function claimJoinTable(
  table: string,
  { value, at }: { readonly value: string; readonly at: Position },
  model: string,
  tables: Map<string, Taken>,
  report: Report,
): void {
  const join = `${table}_${value}`;
  const taken = tables.get(join.toLowerCase());
  if (taken === undefined && !RESERVED_TABLES.has(join.toLowerCase())) {
    tables.set(join.toLowerCase(), { by: model, isNew: true });
    return;
  }
  const whose =
    taken === undefined ? 'is made by the service' : `belongs to \`${taken.by}\` already`;
  report(
    problem(
      'duplicate-table',
      `the join table \`${join}\` ${whose}`,
      at,
      'rename the field, or the table of the other model',
    ),
  );
}
