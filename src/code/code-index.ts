import { snakeCase } from '../model/names.js';
import { decoratorsOf } from './decorators.js';
import { definitionsIn, type Definition } from './definitions.js';
import { within } from './find-declaration.js';
import { tableOf } from './read-entity.js';
import { isOwn } from './read-files.js';
import { parseCode, typescript, type ts } from './typescript.js';

/** Where a class stands that is an entity. */
export interface EntityPlace {
  readonly path: string;
  readonly name: string;
  readonly table: string;
}

/** Where a part of a model stands beside its entity. */
export interface PartPlace extends Pick<Definition, 'kind' | 'model' | 'exportedAs'> {
  readonly path: string;
}

/** Where the models of a project stand, in the order of its files. */
export interface CodeIndex {
  readonly entities: readonly EntityPlace[];
  readonly parts: readonly PartPlace[];
}

const indexes = new WeakMap<ReadonlyMap<string, string>, CodeIndex>();

/** Finds by syntax where a project has its entities, access rules and routes; asked again, it is not looked for again. */
export function indexOf(files: ReadonlyMap<string, string>): CodeIndex {
  const known = indexes.get(files) ?? within(files, () => indexFiles(files));
  indexes.set(files, known);
  return known;
}

/** The file with a part of a model; null where there is none. */
export function pathOfPart(
  files: ReadonlyMap<string, string>,
  kind: PartPlace['kind'],
  model: string,
): string | null {
  const found = indexOf(files).parts.find((part) => part.kind === kind && part.model === model);
  return found?.path ?? null;
}

/** The file with the class of a model; null where there is none. */
export function pathOfEntity(files: ReadonlyMap<string, string>, name: string): string | null {
  return indexOf(files).entities.find((entity) => entity.name === name)?.path ?? null;
}

function indexFiles(files: ReadonlyMap<string, string>): CodeIndex {
  const own = [...files].filter(([path]) => isOwn(path));
  // To look for a word costs next to nothing beside parsing.
  const having = (word: RegExp) => own.filter(([, text]) => word.test(text));
  return {
    entities: having(/\bEntity\b/).flatMap(([path, text]) =>
      entitiesIn(parseCode(path, text)).map((entity) => ({ ...entity, path })),
    ),
    parts: having(/\bdefine(?:Access|Routes)\b/).flatMap(([path, text]) =>
      definitionsIn(parseCode(path, text)).map(({ kind, model, exportedAs }) => ({
        ...{ path, kind, model, exportedAs },
      })),
    ),
  };
}

const entitiesIn = (file: ts.SourceFile): Omit<EntityPlace, 'path'>[] =>
  file.statements.flatMap((node) => {
    if (!typescript().isClassDeclaration(node) || !node.name) return [];
    const entity = decoratorsOf(node).find(({ name }) => name === 'Entity');
    const name = node.name.text;
    return entity ? [{ name, table: tableOf(entity, name) ?? snakeCase(name) }] : [];
  });
