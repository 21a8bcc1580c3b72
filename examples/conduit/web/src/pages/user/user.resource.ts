import { type FieldFact, page, type ModelDefinition } from '#ui';

/** What filters, export, bulk edit, search and charts know about users. */
export const userFields: readonly FieldFact[] = [
  { source: 'username', type: 'string', required: true },
  { source: 'email', type: 'string', unique: true },
  { source: 'first_name', type: 'string' },
  { source: 'last_name', type: 'string' },
  { source: 'roles', type: 'refs', reference: 'role', keyField: 'name' },
  { source: 'tenants', type: 'refs', reference: 'tenant' },
  { source: 'status', type: 'enum', values: ['Active', 'Inactive'], required: true },
  { source: 'bio', type: 'text' },
  { source: 'image', type: 'string' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];

/** Users in the back-office: labels and pages; name and icon are in `../resources.ts`. */
export const userResource: ModelDefinition = {
  timestamps: true,
  parent: null,
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
  list: page(() => import('./user.list'), 'UserList'),
  show: page(() => import('./user.show'), 'UserShow'),
  create: page(() => import('./user.form'), 'UserCreate'),
  edit: page(() => import('./user.form'), 'UserEdit'),
  fields: userFields,
};
