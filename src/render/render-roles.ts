import type { App } from '../model/model.js';
import type { Draft } from './draft.js';
import type { Brought } from './features.js';
import { draftOf, type Templates } from './template.js';

/** The preset roles of the project's own: only a project that has some has the file. */
export const ROLES = 'src/roles.ts';

/** What the registry of features imports of that file. */
export const rolesBrought = ({ roles }: App): readonly Brought[] =>
  roles === undefined ? [] : [{ name: 'roles', from: './roles.js' }];

/** The file of an app's own roles, if it has any. */
export const rolesFile = ({ roles }: App, templates: Templates): readonly [string, Draft][] =>
  roles === undefined
    ? []
    : [
        [
          ROLES,
          draftOf(templates, 'registries/roles.ts.ejs', {
            roles: Object.fromEntries(roles.map(({ name, ...role }) => [name, { ...role }])),
          }),
        ],
      ];
