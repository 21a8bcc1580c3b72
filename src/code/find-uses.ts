import type { ClassDeclaration, Node, Project, SourceFile } from 'ts-morph';
import type { Tree } from '../tree.js';
import { typedProject, type Packages } from './typed-project.js';
import { parseCode, typescript } from './typescript.js';

/** A place in the code of a project. */
export interface Use {
  readonly path: string;
  readonly line: number;
}

/** The names to look for, and the files to look in. */
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

/** What is searched: an entity that has its old properties again, and the files among which they are looked for. */
interface Search {
  readonly project: Project;
  readonly root: string;
  readonly entity: ClassDeclaration;
  readonly among: readonly SourceFile[];
  /** The names of the old properties. */
  readonly names: ReadonlySet<string>;
  readonly records: ReadonlySet<string>;
}

/** Finds where code still uses removed properties of an entity, by their types. */
export function findUses(asked: UseQuery, packages: Packages): Use[] {
  const project = typedProject(asked.files, packages);
  const { root } = packages;
  const open = (path: string) => project.addSourceFileAtPath(`${root}/${path}`);
  const entity = isScript(asked.entity.path)
    ? open(asked.entity.path).getClass(asked.entity.name)
    : undefined;
  if (!entity) return [];
  const search = {
    ...{ project, root, entity, records: asked.records },
    among: asked.among.filter(isScript).map(open),
    names: new Set(asked.members.map(({ name }) => name)),
  };
  const inEntity = membersAgain(entity, asked.members);
  const inRecords = membersOfRecords(search);
  const found = [
    ...[...inEntity, ...inRecords].flatMap((name) => renamesOf(search, name)),
    ...inRecords.map((name) => useAt(search, name.getSourceFile(), name.getStart())),
    ...keysOf(search),
  ];
  return usesInOrder(found.filter(({ path }) => asked.among.includes(path)));
}

const isScript = (path: string): boolean => /\.[cm]?tsx?$/.test(path);

/** Each line once, in the order of the files. */
const usesInOrder = (uses: readonly Use[]): Use[] =>
  [...new Map(uses.map((use) => [`${use.path}:${use.line}`, use])).values()].sort((one, other) =>
    one.path === other.path ? one.line - other.line : one.path < other.path ? -1 : 1,
  );

/** Properties of a class with their types; `any` where unknown. */
export function memberTypes(
  path: string,
  text: string,
  name: string,
  properties: readonly string[],
): { name: string; type: string }[] {
  const ts = typescript();
  const members = parseCode(path, text)
    .statements.filter((one) => ts.isClassDeclaration(one))
    .filter((one) => one.name?.text === name)
    .flatMap((one) => [...one.members]);
  return properties.map((property) => {
    const found = members.find((one) => one.name?.getText() === property);
    const type = found && ts.isPropertyDeclaration(found) ? found.type?.getText() : undefined;
    return { name: property, type: type ?? 'any' };
  });
}

/** The names of the old properties in an entity, in which those that are gone are declared again, at the end of its last line. */
function membersAgain(entity: ClassDeclaration, members: UseQuery['members']): Node[] {
  const gone = members.filter(({ name }) => !entity.getInstanceMember(name));
  const text = gone.map(({ name, type }) => ` ${name}!: ${type};`).join('');
  entity.insertText(entity.getEnd() - 1, text);
  return members.flatMap(({ name }) => entity.getInstanceMember(name)?.getNameNode() ?? []);
}

function useAt({ root }: Search, file: SourceFile, start: number): Use {
  return {
    path: file.getFilePath().slice(root.length + 1),
    line: file.getLineAndColumnAtPos(start).line,
  };
}

/** The places where a rename of a property would change code, apart from its declaration. */
function renamesOf(search: Search, name: Node): Use[] {
  return search.project
    .getLanguageService()
    .findRenameLocations(name, { usePrefixAndSuffixText: true })
    .map((one) => ({ file: one.getSourceFile(), start: one.getTextSpan().getStart() }))
    .filter(({ file, start }) => file !== name.getSourceFile() || start !== name.getStart())
    .map(({ file, start }) => useAt(search, file, start));
}

/** The names of the old properties in the types that pages declare for records. */
function membersOfRecords({ among, root, entity, names, records }: Search): Node[] {
  const { TypeLiteral, InterfaceDeclaration } = typescript().SyntaxKind;
  const pages = among.filter((file) => file.getFilePath().startsWith(`${root}/web/`));
  return pages.flatMap((file) => {
    const types = [
      ...file.getDescendantsOfKind(TypeLiteral),
      ...file.getDescendantsOfKind(InterfaceDeclaration),
    ];
    return types.flatMap((type) => {
      const keys = type.getMembers().map((member) => member.getSymbol()?.getName() ?? '');
      const isNamed = type.isKind(InterfaceDeclaration) && type.getName() === entity.getName();
      const isRecord = keys.length > 1 && keys.every((key) => records.has(key));
      const own = type.getProperties().map((property) => property.getNameNode());
      return isNamed || isRecord ? own.filter((name) => names.has(name.getText())) : [];
    });
  });
}

/** Strings where only property names are allowed: `owner('name')`, `eq('name', ...)`. */
function keysOf(search: Search): Use[] {
  const ts = typescript();
  const { StringLiteral, NoSubstitutionTemplateLiteral } = ts.SyntaxKind;
  const { compilerObject: service } = search.project.getLanguageService();
  const properties = search.entity.getType().getProperties();
  const keys = new Set(properties.map((property) => property.getName()));
  const isKey = (file: SourceFile, inside: number): boolean => {
    const offered = service.getCompletionsAtPosition(file.getFilePath(), inside, {})?.entries ?? [];
    const words = offered.filter(({ kind }) => kind === ts.ScriptElementKind.string);
    return words.length > 1 && words.every(({ name }) => keys.has(name));
  };
  return search.among.flatMap((file) =>
    [
      ...file.getDescendantsOfKind(StringLiteral),
      ...file.getDescendantsOfKind(NoSubstitutionTemplateLiteral),
    ]
      .filter((text) => search.names.has(text.getLiteralText()))
      .filter((text) => isKey(file, text.getStart() + 1))
      .map((text) => useAt(search, file, text.getStart())),
  );
}
