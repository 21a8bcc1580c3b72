import { BUILT_IN } from '../model/built-in.js';
import type { Model } from '../model/model.js';
import { camelCase, isReservedWord, kebabCase, plural, wordsOf } from '../model/names.js';

/** How a model is called in code, in paths and in sentences. */
export interface ModelNames {
  /** `TeamMember` */
  readonly class: string;
  /** `teamMember`; never a reserved word. */
  readonly variable: string;
  /** `teamMemberAccess`, `teamMemberRoutes` */
  readonly access: string;
  readonly routes: string;
  /** `team-member` */
  readonly file: string;
  /** `src/models/team-member` */
  readonly folder: string;
  /** `team member` and `team members` */
  readonly one: string;
  readonly many: string;
}

/** The names of a model, from its class. */
export function namesOf(model: Pick<Model, 'name'>): ModelNames {
  const variable = camelCase(model.name);
  const file = kebabCase(model.name);
  const one = wordsOf(model.name).join(' ');
  return {
    class: model.name,
    variable: isReservedWord(variable) ? `${variable}Row` : variable,
    access: `${variable}Access`,
    routes: `${variable}Routes`,
    file,
    folder: `src/models/${file}`,
    one,
    many: plural(one),
  };
}

/** Where an entity is imported from, seen from a model's folder. */
export function importPath(className: string): string {
  const file = kebabCase(className);
  return Object.hasOwn(BUILT_IN, className)
    ? `../../auth/${file}.model.js`
    : `../${file}/${file}.model.js`;
}
