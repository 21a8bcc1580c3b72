import { BUILT_IN, USER } from '../model/built-in.js';
import type { App, Model } from '../model/model.js';
import { camelCase, isReservedWord, kebabCase, plural, nameWords } from '../model/names.js';

/** The names of a model in code, paths and sentences. */
export type ModelNames = ReturnType<typeof modelNames>;

/** The names of a model, from its class. */
export function modelNames({ name }: Pick<Model, 'name'>) {
  const variable = camelCase(name);
  const file = kebabCase(name);
  const one = nameWords(name).join(' ');
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

/** The import aliases of the engine and of its test helpers. */
export const ENGINE = '#engine';
export const ENGINE_TESTING = '#engine/testing';

/** The module specifier of an entity, from a model's folder: a built-in one that the project has not extended is the engine's. */
export function importPath({ models }: Pick<App, 'models'>, className: string): string {
  const file = kebabCase(className);
  const isOwn = className === USER.name || models.some(({ name }) => name === className);
  const ofEngine = Object.hasOwn(BUILT_IN, className) && !isOwn;
  return ofEngine ? ENGINE : `../${file}/${file}.model.js`;
}
