import { BUILT_IN } from '../model/built-in.js';
import type { Model } from '../model/model.js';
import { camelCase, isReservedWord, kebabCase, plural, wordsOf } from '../model/names.js';

/** How a model is called in code, in paths and in sentences. */
export type ModelNames = ReturnType<typeof namesOf>;

/** The names of a model, from its class. */
export function namesOf({ name }: Pick<Model, 'name'>) {
  const variable = camelCase(name);
  const file = kebabCase(name);
  const one = wordsOf(name).join(' ');
  return {
    /** `TeamMember` */
    class: name,
    /** `teamMember`; never a reserved word. */
    variable: isReservedWord(variable) ? `${variable}Row` : variable,
    access: `${variable}Access`,
    routes: `${variable}Routes`,
    hooks: `${variable}Hooks`,
    rules: `${variable}Rules`,
    /** `team-member` */
    file,
    folder: `src/models/${file}`,
    /** `team member` and `team members` */
    one,
    many: plural(one),
  };
}

/** The engine's door, and the one for tests, as a project imports them. */
export const ENGINE = '#engine';
export const ENGINE_TESTING = '#engine/testing';

/** Where an entity is imported from, seen from a model's folder. */
export function importPath(className: string): string {
  const file = kebabCase(className);
  const ofEngine = Object.hasOwn(BUILT_IN, className) && className !== 'User';
  return ofEngine ? ENGINE : `../${file}/${file}.model.js`;
}
