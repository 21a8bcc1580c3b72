import type { Tree } from '../tree.js';
import { openService, type Packages } from './language-service.js';
import { lineAt } from './problem-at.js';
import { nodesIn, parseCode, typescript, type ts } from './typescript.js';

/** A place in the code of a project. */
export interface Use {
  readonly path: string;
  readonly line: number;
}

/** What to look for, and where. */
export interface UseQuery {
  readonly files: Tree;
  /** The files to search. */
  readonly among: readonly string[];
  readonly entity: { readonly path: string; readonly name: string };
  /** Properties that the entity no longer has. */
  readonly members: readonly { readonly name: string; readonly type: string }[];
  /** The keys of the entity's records: a type in a page with no other keys is taken for one. */
  readonly records: ReadonlySet<string>;
}

interface Looking extends UseQuery {
  readonly service: ts.LanguageService;
  readonly root: string;
}

/** Finds where code still uses removed properties of an entity, with TypeScript's language service. */
export function findUses(asked: UseQuery, packages: Packages): Use[] {
  const entity = withMembers(asked);
  if (entity === null) return [];
  const files = new Map(asked.files).set(asked.entity.path, entity.text);
  const roots = [...new Set([asked.entity.path, ...asked.among])].filter((path) => isScript(path));
  const service = openService(files, roots, packages);
  const looking: Looking = { ...asked, files, service, root: packages.root };
  const found = [
    ...entity.places.flatMap((at) => renamesOf(looking, asked.entity.path, at)),
    ...recordMembers(looking).flatMap(([path, at]) => [
      place(looking, path, at),
      ...renamesOf(looking, path, at),
    ]),
    ...keysOf(looking),
  ];
  service.dispose();
  const wanted = found.filter(({ path }) => asked.among.includes(path));
  return inOrder(wanted);
}

const isScript = (path: string): boolean => /\.[cm]?tsx?$/.test(path);

/** Each line once, in the order of the files. */
const inOrder = (uses: readonly Use[]): Use[] =>
  [...new Map(uses.map((use) => [`${use.path}:${use.line}`, use])).values()].sort((one, other) =>
    one.path === other.path ? one.line - other.line : one.path < other.path ? -1 : 1,
  );

function classIn(file: ts.SourceFile, name: string): ts.ClassDeclaration | undefined {
  const ts = typescript();
  return file.statements
    .filter((one) => ts.isClassDeclaration(one))
    .find((one) => one.name?.text === name);
}

/** Properties of a class with their types; `any` where unknown. */
export function memberTypes(
  path: string,
  text: string,
  name: string,
  properties: readonly string[],
): { name: string; type: string }[] {
  const ts = typescript();
  const members = classIn(parseCode(path, text), name)?.members ?? [];
  return properties.map((property) => {
    const found = members.find((one) => one.name?.getText() === property);
    const type = found && ts.isPropertyDeclaration(found) ? found.type?.getText() : undefined;
    return { name: property, type: type ?? 'any' };
  });
}

/** The entity with its old properties added back at the end, and their offsets; null without the entity. */
function withMembers({
  files,
  entity,
  members,
}: UseQuery): { text: string; places: number[] } | null {
  const text = files.get(entity.path) ?? '';
  const node = classIn(parseCode(entity.path, text), entity.name);
  if (!node) return null;
  const places: number[] = [];
  let end = text.slice(0, node.end - 1);
  for (const { name, type } of members) {
    const own = node.members.find((one) => one.name?.getText() === name);
    places.push(own?.name?.getStart() ?? end.length + 1);
    if (!own) end += ` ${name}!: ${type};`;
  }
  return { text: end + text.slice(node.end - 1), places };
}

const place = ({ files }: Looking, path: string, at: number): Use => ({
  path,
  line: lineAt(files.get(path) ?? '', at),
});

/** Where TypeScript would rename a property, apart from its declaration. */
function renamesOf(looking: Looking, path: string, at: number): Use[] {
  const { service, root } = looking;
  const full = `${root}/${path}`;
  const places =
    service.findRenameLocations(full, at, false, false, {
      providePrefixAndSuffixTextForRename: true,
    }) ?? [];
  return places
    .filter(({ fileName, textSpan }) => fileName !== full || textSpan.start !== at)
    .map(({ fileName, textSpan }) =>
      place(looking, fileName.slice(root.length + 1), textSpan.start),
    );
}

/** Every node of the files to search, with its file. */
function nodesAmong({ service, among, root }: Looking): (readonly [ts.Node, string])[] {
  const program = service.getProgram();
  return among.flatMap((path) => {
    const file = program?.getSourceFile(`${root}/${path}`);
    return file ? nodesIn(file).map((node) => [node, path] as const) : [];
  });
}

/** The old properties in the types that pages declare for records. */
function recordMembers(looking: Looking): [string, number][] {
  const ts = typescript();
  const { entity, members, records } = looking;
  return nodesAmong(looking).flatMap(([node, path]): [string, number][] => {
    if (!path.startsWith('web/')) return [];
    if (!ts.isTypeLiteralNode(node) && !ts.isInterfaceDeclaration(node)) return [];
    const names = node.members.map((one) => one.name?.getText() ?? '');
    const isNamed = ts.isInterfaceDeclaration(node) && node.name.text === entity.name;
    const isRecord = names.length > 1 && names.every((name) => records.has(name));
    return isNamed || isRecord
      ? node.members.flatMap(({ name: one }): [string, number][] =>
          one && members.some(({ name }) => name === one.getText()) ? [[path, one.getStart()]] : [],
        )
      : [];
  });
}

/** Strings where only property names are allowed: `owner('name')`, `eq('name', ...)`. */
function keysOf(looking: Looking): Use[] {
  const ts = typescript();
  const { service, members, entity, root } = looking;
  const program = service.getProgram();
  const file = program?.getSourceFile(`${root}/${entity.path}`);
  const own = file && classIn(file, entity.name);
  if (!program || !own) return [];
  const properties = program.getTypeChecker().getTypeAtLocation(own).getProperties();
  const keys = new Set(properties.map(({ name }) => name));
  return nodesAmong(looking).flatMap(([node, path]) => {
    if (!ts.isStringLiteralLike(node) || !members.some(({ name }) => name === node.text)) return [];
    const inside = node.getStart() + 1;
    const offered = service.getCompletionsAtPosition(`${root}/${path}`, inside, {})?.entries ?? [];
    const words = offered.filter(({ kind }) => kind === ts.ScriptElementKind.string);
    const isKey = words.length > 1 && words.every(({ name }) => keys.has(name));
    return isKey ? [place(looking, path, inside)] : [];
  });
}
