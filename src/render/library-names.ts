/** The libraries whose names model files import, with what stands before a name of theirs that a class of the project has. */
const PREFIXES: Readonly<Record<string, string>> = { typeorm: 'Orm', '#engine': 'Engine' };

/**
 * What a file calls a library's name where it has a class of that name: `OrmRelation` beside a model `Relation`. Null for
 * modules that are no such library.
 */
export function libraryAlias(module: string, name: string): string | null {
  const prefix = Object.hasOwn(PREFIXES, module) ? PREFIXES[module] : undefined;
  return prefix === undefined ? null : prefix + name;
}

/** How a file names what it imports from libraries beside classes of the project. */
export class LibraryNames {
  constructor(private readonly classes: ReadonlySet<string>) {}

  /** The name as the code of the file has it. */
  local(module: string, name: string): string {
    return (this.classes.has(name) && libraryAlias(module, name)) || name;
  }

  /** The name as an import has it: `Index as OrmIndex`. */
  imported(module: string, name: string): string {
    const local = this.local(module, name);
    return local === name ? name : `${name} as ${local}`;
  }
}
