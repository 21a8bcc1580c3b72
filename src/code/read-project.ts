import type { App } from '../model/model.js';
import { camelCase } from '../model/names.js';
import type { Problem } from '../problem.js';
import { buildModel } from './build-model.js';
import { declaredName, openScope } from './find-declaration.js';
import { findLayout, type Layout } from './layout.js';
import { readAccess, type AccessCall } from './read-access.js';
import { readEntity, type Entity } from './read-entity.js';
import { readSettings, type Settings } from './read-settings.js';
import { parseCode, syntaxErrors, typescript, type ts } from './typescript.js';

/** A project as its files say it. */
export interface Project {
  readonly app: App;
  readonly layout: Layout;
  readonly settings: Settings;
  /** What could not be read, once each, with file and line. */
  readonly problems: readonly Problem[];
  /** The same for programs: by table. */
  readonly unread: ReadonlyMap<string, Unread>;
  /** The names that the parts of a model are exported by where their owner renamed them: `taskAccess` -> `rules`. */
  readonly exported: ReadonlyMap<string, string>;
}

/** What of a model stands in its files and could not be read: it is there, whatever it says. */
export interface Unread {
  readonly members: readonly string[];
  readonly access: boolean;
}

/** Entities that every project has beside its models. */
const BUILT_IN = new Set(['auth_user', 'auth_role', 'auth_tenant']);

const isOwn = (path: string): boolean =>
  /\.[cm]?tsx?$/.test(path) &&
  !/\.(?:gen|test|spec|d)\.[cm]?tsx?$/.test(path) &&
  !/(?:^|\/)(?:web|migrations|node_modules|dist)\//.test(path);

function problemAt(
  path: string,
  node: ts.Node,
  code: string,
  message: string,
  help: string,
): Problem {
  const file = node.getSourceFile();
  const start = node.getStart();
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  const text = file.text.split(/\r?\n/)[line] ?? '';
  const length = Math.max(1, Math.min(node.end - start, text.length - character));
  const at = { file: path, line: line + 1, column: character + 1, length, text };
  return { code, message, at, help, severity: 'warning' };
}

const OPAQUE_HELP =
  'it stays as it is, without pages, tests and migration from crudgen; write it out if it is to have them';

function entityProblems({ name, opaque }: Entity): Problem[] {
  return opaque.map(({ property, node, why }) =>
    problemAt(
      node.getSourceFile().fileName,
      node,
      'unreadable-member',
      `\`${name}.${property}\` is left alone: ${why}`,
      OPAQUE_HELP,
    ),
  );
}

function accessProblems(path: string, { model, node, opaque }: AccessCall): Problem[] {
  return opaque.map((why) =>
    problemAt(
      path,
      node,
      'unreadable-access',
      `the rules of \`${model}\` are left alone: ${why}`,
      OPAQUE_HELP,
    ),
  );
}

interface Found {
  readonly files: ReadonlyMap<string, string>;
  readonly ignore: readonly string[];
  readonly entities: Entity[];
  readonly access: Map<string, AccessCall>;
  readonly problems: Problem[];
}

function readFile(path: string, text: string, found: Found): void {
  const file = parseCode(path, text);
  openScope(file, found.files);
  if (syntaxErrors(file) > 0) {
    const message = `${path} has syntax errors, so its models are read as far as they go`;
    found.problems.push({
      code: 'syntax-error',
      message,
      severity: 'warning',
      help: 'npx tsc --noEmit',
    });
  }
  for (const statement of file.statements) {
    const entity = typescript().isClassDeclaration(statement) ? readEntity(path, statement) : null;
    if (!entity || BUILT_IN.has(entity.table) || found.ignore.includes(entity.table)) continue;
    const twin = found.entities.find(({ table }) => table === entity.table);
    if (twin) {
      const message = `table \`${entity.table}\` has two classes, \`${twin.name}\` in ${twin.path} is taken`;
      found.problems.push(
        problemAt(path, statement, 'duplicate-table', message, 'remove one of the two'),
      );
      continue;
    }
    found.entities.push(entity);
    found.problems.push(...entityProblems(entity));
  }
  for (const call of text.includes('defineAccess') ? readAccess(file) : []) {
    found.access.set(declaredName(file, call.model), call);
    found.problems.push(...accessProblems(path, call));
  }
}

/** Relations to classes that are not there: what follows from them is not known. */
function targetProblems({ name, node, relations }: Entity, { entities }: Found): Problem[] {
  const known = new Set(['User', 'Tenant', ...entities.map((one) => one.name)]);
  return relations.flatMap(({ property, model, owns }) => {
    if (!owns || model === null || known.has(model)) return [];
    const member = node.members.find((one) => one.name?.getText() === property) ?? node;
    const message = `\`${name}.${property}\` refers to \`${model}\`, and the project has no such entity`;
    const help = `bring \`${model}\` back (crudgen restore, or git), or take the relation and its column out`;
    const path = member.getSourceFile().fileName;
    const { severity: _, ...problem } = problemAt(path, member, 'unknown-class', message, help);
    return [problem];
  });
}

/** The models and options of a project, read from its files alone; what cannot be read is named and left alone. */
export function readProject(files: ReadonlyMap<string, string>): Project {
  const { settings, problems } = readSettings(files);
  const found: Found = {
    files,
    ignore: settings.ignore,
    entities: [],
    access: new Map(),
    problems,
  };
  for (const [path, text] of files) {
    if (!isOwn(path)) continue;
    if (text.includes('@Entity') || text.includes('defineAccess<')) readFile(path, text, found);
  }
  found.problems.push(...found.entities.flatMap((entity) => targetProblems(entity, found)));
  const models = found.entities.map((entity) =>
    buildModel(entity, found.access.get(entity.name)?.rules),
  );
  const { name, database, web } = settings;
  return {
    app: { name, database, web, models },
    layout: findLayout(files, found.entities, settings.paths),
    settings,
    problems: found.problems,
    unread: new Map(
      found.entities.map(({ name, table, opaque }): [string, Unread] => [
        table,
        {
          members: opaque.map(({ property }) => property),
          access: (found.access.get(name)?.opaque.length ?? 0) > 0,
        },
      ]),
    ),
    exported: exportedNames(
      files,
      found.entities.map(({ name }) => name),
    ),
  };
}

/** The parts of some classes under other names than crudgen gave them, by the name that crudgen gives. */
export function exportedNames(
  files: ReadonlyMap<string, string>,
  classes: readonly string[],
): Map<string, string> {
  const names = new Map<string, string>();
  for (const [path, text] of files) {
    if (!isOwn(path) || !text.includes('define')) continue;
    for (const [, own = '', kind = '', model = ''] of text.matchAll(DEFINED)) {
      const usual = `${camelCase(model)}${kind.startsWith('A') ? 'Access' : 'Routes'}`;
      if (classes.includes(model) && own !== usual) names.set(usual, own);
    }
  }
  return names;
}

const DEFINED = /^export const ([\w$]+)(?:\s*:[^=]+)?\s*=\s*define(Access<|Routes\()\s*(\w+)/gm;
