import { page, type ModelDefinition } from '#ui';
import { userFacts } from './user.facts.gen';

/** Users in the back-office: labels, pages and dashboard; name and icon are in `../resources.ts`. */
export const userResource: ModelDefinition = {
  ...userFacts,
  messages: {
    fields: {
      username: 'Username',
      email: 'Email',
      first_name: 'First name',
      last_name: 'Last name',
      roles: 'Roles',
      tenants: 'Tenants',
      status: 'Status',
      bio: 'Bio',
      image: 'Image',
      created_at: 'Created at',
      updated_at: 'Updated at',
      articles: 'Articles',
      comments: 'Comments',
      favorites: 'Favorites',
      follows: 'Follows',
      followers: 'Followers',
    },
  },
  dashboard: [],
  list: page(() => import('./user.list'), 'UserList'),
  show: page(() => import('./user.show'), 'UserShow'),
  create: page(() => import('./user.form'), 'UserCreate'),
  edit: page(() => import('./user.form'), 'UserEdit'),
};
