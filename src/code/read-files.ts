import { BUILT_IN, isUser, LOGIN_FIELDS, LOGIN_KEY } from '../model/built-in.js';
import type { Problem } from '../problem.js';
import { markersIn } from './conflict-markers.js';
import { decoratorsOf } from './decorators.js';
import { oncePerReach } from './find-declaration.js';
import { placeIn, problemAt } from './problem-at.js';
import { readAccess, type AccessCall } from './read-access.js';
import { memberName } from './member-name.js';
import { readEntity, type Entity } from './read-entity.js';
import { readStatic } from './static-value.js';
import { parseCode, syntaxError, typescript, type ts } from './typescript.js';

/** A class or a schema that is no entity for crudgen, and may be one for TypeORM. */
export interface Veiled {
  readonly node: ts.Node;
  /** What it may be known by: its class, its name, its table. */
  readonly names: ReadonlySet<string>;
  readonly why: string;
}

/** What the files of a project say of its models, each by itself. */
export interface Found {
  readonly entities: readonly Entity[];
  /** By class. */
  readonly access: ReadonlyMap<string, AccessCall>;
  readonly veiled: readonly Veiled[];
  /** Files that may say anything of the models, because nobody can read them. */
  readonly leftOut: readonly string[];
  readonly problems: readonly Problem[];
}

interface Finding {
  readonly entities: Entity[];
  readonly access: Map<string, AccessCall>;
  readonly veiled: Veiled[];
  readonly leftOut: string[];
  readonly problems: Problem[];
}

/** Entities that every project has, and none of its own in. */
const BUILT_IN_TABLES = new Set([BUILT_IN['Tenant'], 'auth_role']);

/** Where no models of the project's are: those of the engine, of features and of the engine's tests are not its own. */
const ELSEWHERE =
  /^(?:web|dist|(?:src|test)\/engine|src\/database\/migrations)\/|(?:^|\/)node_modules\//;

/** Whether a file can hold models and their rules. */
export const isOwn = (path: string): boolean =>
  /\.[cm]?tsx?$/.test(path) &&
  !/\.(?:gen|test|spec|d)\.[cm]?tsx?$/.test(path) &&
  !ELSEWHERE.test(path);

/** Whether a text may hold a model or its rules: something under a decorator, a schema, rules. */
export const speaksOfModels = (text: string): boolean =>
  /@Entity|\bEntitySchema\b|\bdefineAccess</.test(text) ||
  /^[ \t]*(?:export (?:default )?)?@[A-Za-z_$]/m.test(text);

/** Reads every file that speaks of models; what has markers or syntax errors is left out and named. */
export function readFiles(files: ReadonlyMap<string, string>, ignore: readonly string[]): Found {
  const found: Finding = {
    entities: [],
    access: new Map(),
    veiled: [],
    leftOut: [],
    problems: [],
  };
  for (const [path, text] of files) {
    if (!isOwn(path) || !speaksOfModels(text)) continue;
    const file = parseCode(path, text);
    const broken = markersIn(path, text) ?? syntaxProblem(path, file);
    if (broken) {
      found.problems.push(broken);
      found.leftOut.push(path);
      continue;
    }
    const { entities, veiled, access } = readFile(file);
    for (const entity of entities) addEntity(entity, ignore, found);
    found.veiled.push(...veiled);
    for (const call of access) found.access.set(call.model, call);
  }
  return found;
}

function syntaxProblem(path: string, file: ts.SourceFile): Problem | null {
  const error = syntaxError(file);
  if (!error) return null;
  const said = error.message.charAt(0).toLowerCase() + error.message.slice(1).replace(/\.$/, '');
  const message = `${path} cannot be read: ${said.replaceAll("'", '`')}`;
  const at = placeIn(path, file.text, error.start, error.length);
  return { code: 'syntax-error', message, at, help: 'mend it, then type the command again' };
}

/** What one file says, in the order of its text. */
interface FileSays {
  readonly entities: readonly Entity[];
  readonly access: readonly AccessCall[];
  readonly veiled: readonly Veiled[];
}

const readFile = oncePerReach((file): FileSays => {
  const kit = typescript();
  const entities: Entity[] = [];
  const veiled: Veiled[] = [];
  for (const statement of file.statements) {
    const isClass = kit.isClassDeclaration(statement);
    const entity = isClass ? readEntity(file.fileName, statement) : null;
    if (entity) entities.push(entity);
    else if (isClass) veiled.push(...veiledClass(statement));
    else if (kit.isVariableStatement(statement)) veiled.push(...schemasIn(statement));
  }
  return { entities, access: file.text.includes('defineAccess') ? readAccess(file) : [], veiled };
});

function addEntity(read: Entity, ignore: readonly string[], found: Finding): void {
  const entity = isUser(read) ? withoutLogin(read) : read;
  if (isUser(read)) found.problems.push(...sharedLogin(read));
  if (BUILT_IN_TABLES.has(entity.table) || ignore.includes(entity.table)) return;
  const twin = found.entities.find(({ table }) => table === entity.table);
  if (!twin) return void found.entities.push(entity);
  const message = `table \`${entity.table}\` has two classes, \`${twin.name}\` in ${twin.path} is taken`;
  found.problems.push(problemAt(entity.node, 'duplicate-table', message, 'remove one of the two'));
}

/** The users with what the project adds to them: what signing in is made of is no field of its own. */
function withoutLogin(entity: Entity): Entity {
  const isOwn = ({ property }: { readonly property: string }) => !LOGIN_FIELDS.includes(property);
  return {
    ...entity,
    members: entity.members.filter((member) => !LOGIN_FIELDS.includes(memberName(member))),
    columns: entity.columns.filter(isOwn),
    relations: entity.relations.filter(isOwn),
    opaque: entity.opaque.filter(isOwn),
  };
}

/** What signing in goes by has lost what keeps it one user's. */
function sharedLogin({ columns, unique, members }: Entity): Problem[] {
  const key = columns.find(({ property }) => property === LOGIN_KEY);
  const isAlone = unique.some((group) => group.length === 1 && group[0] === LOGIN_KEY);
  const node = members.find((member) => memberName(member) === LOGIN_KEY);
  if (!key || key.unique || isAlone || !node) return [];
  const message = `\`${LOGIN_KEY}\` of users is not unique any more, so that two may sign in by one name`;
  return [problemAt(node, 'shared-login', message, 'add `unique: true` to its @Column')];
}

/** Decorators of classes that make no entity. */
const NO_ENTITY = new Set([
  ...['ViewEntity', 'EventSubscriber', 'Model', 'Tree', 'TableInheritance'],
  ...['Unique', 'Index', 'Check', 'Exclusion'],
]);

/** A class under a decorator that may stand for `@Entity`. */
function veiledClass(node: ts.ClassDeclaration): Veiled[] {
  const odd = decoratorsOf(node).filter(({ name }) => !NO_ENTITY.has(name));
  const [first] = odd;
  if (!first) return [];
  const words = odd.flatMap(({ args }) =>
    args.flatMap((arg) => (arg.kind === 'value' ? [String(arg.value)] : [])),
  );
  const why = `what @${first.called} makes of it is not known`;
  return [{ node, names: new Set([node.name?.text ?? '', ...words]), why }];
}

/** The constants of a statement that are entities without a class. */
function schemasIn({ declarationList }: ts.VariableStatement): Veiled[] {
  const kit = typescript();
  return declarationList.declarations.flatMap((node): Veiled[] => {
    const made = node.initializer;
    if (!made || !kit.isNewExpression(made)) return [];
    if (!/^(?:\w+\.)?EntitySchema$/.test(made.expression.getText())) return [];
    const options = made.arguments?.[0] && readStatic(made.arguments[0]);
    const said = ['name', 'tableName'].flatMap((key) => {
      const value = options?.kind === 'object' ? options.entries.get(key) : undefined;
      return value?.kind === 'value' ? [String(value.value)] : [];
    });
    const why = 'it is an EntitySchema, and crudgen reads classes';
    return [{ node, names: new Set([node.name.getText(), ...said]), why }];
  });
}
