import { once } from '../once.js';
import type { Tree } from '../tree.js';
import { snakeCase } from '../model/names.js';
import { decoratorsOf, isEntity } from './decorators.js';
import { definitionsIn, type Definition } from './definitions.js';
import { importsIn, type Imports } from './imports.js';
import { entityTable } from './read-entity.js';
import { ownFilesIn } from './read-files.js';
import { parseCode, typescript, type ts } from './typescript.js';

/** The place of an entity class. */
export interface EntityPlace {
  readonly path: string;
  readonly name: string;
  readonly table: string;
}

/** The place of a part of a model beside its entity. */
export interface PartPlace extends Pick<Definition, 'kind' | 'model' | 'exportedAs'> {
  readonly path: string;
}

/** Finds a project's entities by syntax, in the order of its files; cached per tree. */
export const entitiesOf = once((files: Tree): readonly EntityPlace[] =>
  having(files, /\b(?:View)?Entity\b/).flatMap(([path, text]) =>
    entitiesIn(parseCode(path, text), importsIn(files)).map((entity) => ({ ...entity, path })),
  ),
);

/** Finds the parts of models beside their entities by syntax, in the order of the files; cached per tree. */
export const partsOf = once((files: Tree): readonly PartPlace[] =>
  having(files, /\bdefine(?:Access|Routes|Hooks|Rules)\b/).flatMap(([path, text]) =>
    definitionsIn(parseCode(path, text)).map(({ call: _, ...part }) => ({ ...part, path })),
  ),
);

/** The file with the class of a model; null without one. */
export function pathOfEntity(files: Tree, name: string): string | null {
  return entitiesOf(files).find((entity) => entity.name === name)?.path ?? null;
}

/** The file with a part of a model; null without one. */
export function pathOfPart(files: Tree, kind: PartPlace['kind'], model: string): string | null {
  const found = partsOf(files).find((part) => part.kind === kind && part.model === model);
  return found?.path ?? null;
}

/** The files that contain a word, which is much cheaper to find than to parse. */
const having = (files: Tree, word: RegExp): [string, string][] =>
  [...ownFilesIn(files)].filter(([, text]) => word.test(text));

const entitiesIn = (file: ts.SourceFile, imports: Imports): Omit<EntityPlace, 'path'>[] =>
  file.statements.flatMap((node) => {
    if (!typescript().isClassDeclaration(node) || !node.name) return [];
    const entity = decoratorsOf(node, imports).find(isEntity);
    const name = node.name.text;
    return entity ? [{ name, table: entityTable(entity, name) ?? snakeCase(name) }] : [];
  });
