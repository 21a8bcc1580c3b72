/** The libraries whose names model files import, with what stands before a name of theirs that a class of the project has. */
const PREFIXES: Readonly<Record<string, string>> = { typeorm: 'Orm', '#engine': 'Engine' };

/**
 * The name under which a file imports a name of a library if the file has a class of that name: `OrmRelation` beside a model `Relation`.
 * Null for modules that are not libraries of this kind.
 */
export function libraryAlias(module: string, name: string): string | null {
  const prefix = Object.hasOwn(PREFIXES, module) ? PREFIXES[module] : undefined;
  return prefix === undefined ? null : prefix + name;
}

/** The code of an entity with such aliases for what it imports from libraries beside some classes of the project. */
export function withLibraryAliases(code: string, classes: readonly string[]): string {
  const aliases = new Map<string, string>();
  const imported = code.replace(
    /^import \{[^}]*\} from '([^']+)';$/gm,
    (statement, module: string) =>
      statement.replace(/\w+(?=[,\s]*[,}\s])/g, (name) => {
        const alias = classes.includes(name) ? libraryAlias(module, name) : null;
        if (alias === null) return name;
        aliases.set(name, alias);
        return `${name} as ${alias}`;
      }),
  );
  // Decorators, and types with an argument.
  return imported.replace(
    /(?<=^\s*@)\w+(?=\()|(?<=: )\w+(?=<)/gm,
    (name) => aliases.get(name) ?? name,
  );
}
