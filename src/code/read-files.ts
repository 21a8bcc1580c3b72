import { once } from '../once.js';
import type { Tree } from '../tree.js';
import { EMAIL_KEY, isUser, LOGIN, LOGIN_FIELDS, LOGIN_KEY } from '../model/built-in.js';
import { isAlone } from '../model/constraints.js';
import type { Problem } from '../problem.js';
import { markersIn } from './conflict-markers.js';
import { decoratorsOf, memberName, stringOption } from './decorators.js';
import { importsIn, type Imports, untilImportsChange } from './imports.js';
import { placeIn, problemAt } from './problem-at.js';
import { readAccess, type AccessCall } from './read-access.js';
import { readEntity, type Entity } from './read-entity.js';
import { readStatic } from './static-value.js';
import { parseCode, syntaxError, typescript, type ts } from './typescript.js';

/** A class or schema that may be an entity for TypeORM, but that crudgen cannot read. */
export interface UnreadEntity {
  readonly node: ts.Node;
  /** Its possible names: class, entity name, table. */
  readonly names: ReadonlySet<string>;
  readonly why: string;
}

/** The definitions in the files of a project, each by itself. */
export interface Found {
  readonly entities: readonly Entity[];
  /** The calls of `defineAccess`, by class. */
  readonly access: ReadonlyMap<string, AccessCall>;
  readonly unreadEntities: readonly UnreadEntity[];
  /** Files that cannot be read, so they may define anything. */
  readonly unreadFiles: readonly string[];
  readonly problems: readonly Problem[];
}

interface FoundSoFar {
  readonly entities: Entity[];
  readonly access: Map<string, AccessCall>;
  readonly unreadEntities: UnreadEntity[];
  readonly unreadFiles: string[];
  readonly problems: Problem[];
}

/** The table of the built-in entity that a project cannot extend. */
const ROLES = 'auth_role';

/** Code of crudgen's, whose entities are not the project's own. */
const NOT_OWN =
  /^(?:web|ui|dist|(?:(?:src|test)\/)?engine|src\/database\/migrations)\/|(?:^|\/)node_modules\//;

/** Whether a file can contain models and their rules. */
export const isOwn = (path: string): boolean =>
  /\.[cm]?tsx?$/.test(path) &&
  !/\.(?:gen|test|spec|d)\.[cm]?tsx?$/.test(path) &&
  !NOT_OWN.test(path);

/** The files of a tree that may hold the service's own code; told apart once per tree. */
export const ownFilesIn = once(
  (files: Tree): Tree => new Map([...files].filter(([path]) => isOwn(path))),
);

/** Whether a text may define a model or its rules: by a decorator, a schema, or rules. */
export const mayDefineModels = (text: string): boolean =>
  /@(?:View)?Entity|\bEntitySchema\b|\bdefineAccess</.test(text) ||
  /^[ \t]*(?:export (?:default )?)?@[A-Za-z_$]/m.test(text);

/** Reads every file that may define models; those with markers or syntax errors are skipped and reported. */
export function readFiles(files: Tree, ignore: readonly string[]): Found {
  const found: FoundSoFar = {
    entities: [],
    access: new Map(),
    unreadEntities: [],
    unreadFiles: [],
    problems: [],
  };
  const imports = importsIn(files);
  for (const [path, text] of ownFilesIn(files)) {
    if (!mayDefineModels(text)) continue;
    const file = parseCode(path, text);
    const broken = markersIn(path, text) ?? syntaxProblem(path, file);
    if (broken) {
      found.problems.push(broken);
      found.unreadFiles.push(path);
      continue;
    }
    const { entities, unreadEntities, access } = readFile(file, imports);
    for (const entity of entities) addEntity(entity, ignore, found, imports);
    found.unreadEntities.push(...unreadEntities);
    for (const call of access) found.access.set(call.model, call);
  }
  return found;
}

/** Why a file cannot be parsed; null where it can. */
function syntaxProblem(path: string, file: ts.SourceFile): Problem | null {
  const error = syntaxError(file);
  if (!error) return null;
  const reason = error.message.charAt(0).toLowerCase() + error.message.slice(1).replace(/\.$/, '');
  const message = `${path} cannot be parsed: ${reason.replaceAll("'", '`')}`;
  const at = placeIn(path, file.text, error.start, error.length);
  return { code: 'syntax-error', message, at, help: 'fix it, then run the command again' };
}

/** The definitions in one file, in source order. */
interface FileSays {
  readonly entities: readonly Entity[];
  readonly access: readonly AccessCall[];
  readonly unreadEntities: readonly UnreadEntity[];
}

const readFile = untilImportsChange((file, imports): FileSays => {
  const ts = typescript();
  const entities: Entity[] = [];
  const unreadEntities: UnreadEntity[] = [];
  for (const statement of file.statements) {
    const isClass = ts.isClassDeclaration(statement);
    const entity = isClass ? readEntity(file.fileName, statement, imports) : null;
    if (entity) entities.push(entity);
    else if (isClass) unreadEntities.push(...unreadClass(statement, imports));
    else if (ts.isVariableStatement(statement))
      unreadEntities.push(...schemasIn(statement, imports));
  }
  return {
    entities,
    access: file.text.includes('defineAccess') ? readAccess(file, imports) : [],
    unreadEntities,
  };
});

function addEntity(
  read: Entity,
  ignore: readonly string[],
  found: FoundSoFar,
  imports: Imports,
): void {
  const entity = isUser(read) ? withoutHidden(read, imports) : read;
  if (isUser(read)) found.problems.push(...sharedLogin(read));
  if (entity.table === ROLES || ignore.includes(entity.table)) return;
  const twin = found.entities.find(({ table }) => table === entity.table);
  if (!twin) return void found.entities.push(entity);
  const message = `the table \`${entity.table}\` has two classes; crudgen uses \`${twin.name}\` in ${twin.path}`;
  found.problems.push(problemAt(entity.node, 'duplicate-table', message, 'remove one of the two'));
}

/** Built-in properties of users that are not the project's own. */
const HIDDEN = new Set(
  LOGIN_FIELDS.filter((property) => !LOGIN.some(({ name }) => name === property)),
);

/** The users' entity without the built-in properties that have no ordinary column. */
function withoutHidden(entity: Entity, imports: Imports): Entity {
  const ownKey = entity.members.find(
    (member) => memberName(member) === EMAIL_KEY && !isDerived(member, imports),
  );
  const isHidden = (name: string) => HIDDEN.has(name) && !(ownKey && name === EMAIL_KEY);
  const isOwn = ({ property }: { readonly property: string }) => !isHidden(property);
  return {
    ...entity,
    members: entity.members.filter((member) => !isHidden(memberName(member))),
    columns: entity.columns.filter(isOwn),
    relations: entity.relations.filter(isOwn),
    unread: entity.unread.filter(isOwn),
  };
}

/** Whether the service fills a column: a developer may have had one of that name before. */
const isDerived = (member: ts.PropertyDeclaration, imports: Imports): boolean =>
  decoratorsOf(member, imports).some(
    (one) => one.name === 'Field' && stringOption(one, 'derivedFrom') === 'email',
  );

/** Reports a login name that is no longer unique. */
function sharedLogin({ columns, unique, members }: Entity): Problem[] {
  const key = columns.find(({ property }) => property === LOGIN_KEY);
  const node = members.find((member) => memberName(member) === LOGIN_KEY);
  if (!key || key.unique || isAlone(unique, LOGIN_KEY) || !node) return [];
  const message = `\`${LOGIN_KEY}\` of users is no longer unique, so two users could share a login name`;
  return [problemAt(node, 'shared-login', message, 'add `unique: true` to its @Column')];
}

/** Class decorators that do not define an entity. */
const NO_ENTITY = new Set([
  ...['EventSubscriber', 'Model', 'Tree', 'TableInheritance'],
  ...['Unique', 'Index', 'Check', 'Exclusion'],
]);

/** A class with a decorator that may wrap `@Entity`. */
function unreadClass(node: ts.ClassDeclaration, imports: Imports): UnreadEntity[] {
  const odd = decoratorsOf(node, imports).filter(({ name }) => !NO_ENTITY.has(name));
  const [first] = odd;
  if (!first) return [];
  const words = odd.flatMap(({ args }) =>
    args.flatMap((arg) => (arg.kind === 'value' ? [String(arg.value)] : [])),
  );
  const why = `the effect of @${first.called} is unknown`;
  return [{ node, names: new Set([node.name?.text ?? '', ...words]), why }];
}

/** The constants of a statement that are entity schemas. */
function schemasIn({ declarationList }: ts.VariableStatement, imports: Imports): UnreadEntity[] {
  const ts = typescript();
  return declarationList.declarations.flatMap((node): UnreadEntity[] => {
    const made = node.initializer;
    if (!made || !ts.isNewExpression(made)) return [];
    if (!/^(?:\w+\.)?EntitySchema$/.test(made.expression.getText())) return [];
    const options = made.arguments?.[0] && readStatic(made.arguments[0], imports);
    const names = ['name', 'tableName'].flatMap((key) => {
      const value = options?.kind === 'object' ? options.entries.get(key) : undefined;
      return value?.kind === 'value' ? [String(value.value)] : [];
    });
    const why = 'it is an EntitySchema, but crudgen only reads classes';
    return [{ node, names: new Set([node.name.getText(), ...names]), why }];
  });
}
