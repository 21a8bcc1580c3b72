import { camelCase, kebabCase, plural, wordsOf } from '../model/names.js';
import type { Model } from '../model/model.js';

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
    variable: RESERVED.has(variable) ? `${variable}Row` : variable,
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
  const builtIn = IMPORT_PATHS[className];
  if (builtIn !== undefined) return builtIn;
  const file = kebabCase(className);
  return `../${file}/${file}.model.js`;
}

/** Where the entities of access control stand. */
const IMPORT_PATHS: Readonly<Record<string, string>> = {
  User: '../../auth/user.model.js',
  Tenant: '../../auth/tenant.model.js',
};

/** Words that JavaScript does not take as names of variables in a module. */
const RESERVED = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export ' +
    'extends false finally for function if implements import in instanceof interface let new null package ' +
    'private protected public return static super switch this throw true try typeof var void while with yield ' +
    'undefined'
  ).split(' '),
);
