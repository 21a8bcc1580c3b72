import type { App, Model } from '../model/model.js';
import { compareText } from '../model/names.js';
import type { LibraryNames } from './library-names.js';
import type { Templates } from './template.js';
import { keyedEmail, loginOf } from '../model/built-in.js';
import { type EntityView, type Imports, printImports, viewOwnPart } from './view-model.js';

/** The template of `User`. */
const TEMPLATE = 'service/src/models/user/user.model.ts';

/** The property by which no two users have the same address. */
const EMAIL_KEY = `
  /** What makes two email addresses the same: see \`emailKey\`. */
  @Field({ derivedFrom: 'email' })
  @Column('varchar', { length: 255, nullable: true, unique: true, select: false })
  email_key!: string | null;`;

/** The text of the class with or without this property. */
export function setEmailKey(text: string, has: boolean): string {
  const without = text.replace(/\n {2}\/\*\*[^\n]*`emailKey`\.[^]*?\bemail_key!:[^\n]*\n/, '');
  return has ? without.replace(/^ {2}email!: .*\n/m, `$&${EMAIL_KEY}\n`) : without;
}

/** The entity of `User`: login fields as the project has them, then its own fields, then timestamps. */
export function viewUser(app: App, model: Model, templates: Templates): EntityView {
  const login = loginOf(model);
  const own = viewOwnPart(app, { ...model, fields: [...login, ...model.fields] });
  const text = setEmailKey(templates.get(TEMPLATE) ?? '', keyedEmail(model) !== null);
  const { imports, above, members } = loginPart(text, own.names);
  const stated = new Map(login.map(({ name }, at) => [name, own.members[at]!]));
  const at = members.findIndex((text) => text.startsWith('@CreateDateColumn'));
  const asIs = (one: string) => stated.get(propertyIn(one)) ?? { decorators: [], property: one };
  return {
    imports: printImports(together(imports, own.imports)),
    decorators: [above, ...own.decorators],
    members: [
      ...members.slice(0, at).map(asIs),
      ...own.members.slice(login.length),
      ...members.slice(at).map(asIs),
    ],
  };
}

/** The property of a member: `email` of `@Column(...) email!: string | null;`. */
const propertyIn = (member: string): string => /^\s*(\w+)[!?]:/m.exec(member)?.[1] ?? '';

/** The parts of the template: imports, the comment above the class, members; beside classes of a library's names. */
function loginPart(text: string, names: LibraryNames) {
  const [, head, body] = /^([^]*)\nexport class User \{\n([^]*)\n\}\n$/.exec(text) ?? [];
  if (head === undefined || body === undefined) throw new Error(`${TEMPLATE} has no class User`);
  const imports = [...head.matchAll(/^import \{([^}]*)\} from '([^']+)';$/gm)].map(
    ([, list = '', from = '']) => [from, list.match(/(?:type )?\w+/g) ?? []] as const,
  );
  const libraries = imports.flatMap(([from, list]) =>
    list.map((one) => [from, one.replace('type ', '')] as const),
  );
  /** Decorators and types by their names in the file. */
  const local = (code: string) =>
    libraries.reduce(
      (named, [from, name]) =>
        named.replace(new RegExp(`(?<![\\w.'])${name}(?=[<(])`, 'g'), names.local(from, name)),
      code,
    );
  const [above = ''] = /^\/\*\*.*\*\/$/m.exec(head) ?? [];
  return {
    imports: new Map(
      imports.map(([from, list]) => [
        from,
        list.map((one) => one.replace(/\w+$/, (name) => names.imported(from, name))),
      ]),
    ),
    above: local(above),
    members: body.split('\n\n').map((one) => local(one.trim())),
  };
}

/** Merges imported names by module, types after values. */
function together(one: Imports, other: Imports): Imports {
  const isType = (name: string) => Number(name.startsWith('type '));
  const paths = [...new Set([...one.keys(), ...other.keys()])];
  return new Map(
    paths.map((path) => {
      const names = new Set([...(one.get(path) ?? []), ...(other.get(path) ?? [])]);
      const sorted = [...names].sort(
        (left, right) => isType(left) - isType(right) || compareText(left, right),
      );
      return [path, sorted] as const;
    }),
  );
}
