import type { App, Model } from '../model/model.js';
import { compareText } from '../model/names.js';
import { isUser, keyedEmail, loginOf } from '../model/built-in.js';
import { ENGINE, importPath, modelNames } from './model-names.js';
import { fillTemplate, type Templates } from './template.js';
import { type Import, viewModel } from './view-model.js';

/** The template of a built-in class. That of `User` is in every project, others come with the first field of the project's own. */
const templateOf = (model: Model): string =>
  isUser(model)
    ? 'service/src/models/user/user.model.ts'
    : `model/built-in/${modelNames(model).file}.model.ts`;

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

/**
 * The code of a built-in class: that of its template, with built-in fields as the project has them, and the project's own fields in
 * front of the timestamps, as the template of other entities writes them.
 */
export function builtInCode(app: App, model: Model, templates: Templates): string {
  const login = loginOf(model);
  const whole = { ...model, fields: [...login, ...model.fields] };
  const view = { ...viewModel(app, whole), class: model.name };
  const own = partsOf(fillTemplate(templates, 'model/model.ts.ejs', view));
  const template = templates.get(templateOf(model)) ?? '';
  const given = partsOf(setEmailKey(template, keyedEmail(model) !== null));
  const isStated = (name: string) => login.some((field) => field.name === name);
  const members = [...given.members].map(([name, text]): [string, string] => [
    name,
    (isStated(name) && own.members.get(name)) || text,
  ]);
  const added = [...own.members].filter(([name]) => !given.members.has(name));
  const stamps = members.findIndex(([name]) => name === 'created_at');
  const all = [...members.slice(0, stamps), ...added, ...members.slice(stamps)];
  return [
    ...together(fromProject(app, given.imports), own.imports).map(importCode),
    `\n${given.about}`,
    own.decorators,
    `export class ${model.name} {`,
    all.map(([, text]) => text).join('\n\n'),
    '}\n',
  ].join('\n');
}

/** The parts of an entity's code: imports, the comment above the class, decorators, and members by name. */
function partsOf(code: string) {
  const [, head = '', body] = /^([^]*)\nexport class \w+ \{\n([^]*)\n\}\n$/.exec(code) ?? [];
  if (body === undefined) throw new Error('a template of a built-in model has no class');
  const imports = [...head.matchAll(/^import \{([^}]*)\} from '([^']+)';$/gm)].map(
    ([, list = '', from = '']): Import => ({ names: list.match(/(?:type )?\w+/g) ?? [], from }),
  );
  return {
    imports,
    about: /^\/\*\*.*\*\/$/m.exec(head)?.[0] ?? '',
    decorators: /^@[^]*$/m.exec(head)?.[0] ?? '',
    members: new Map(body.split('\n\n').map((text) => [propertyIn(text), text])),
  };
}

/** The imports of a template, where a built-in class that the project has extended is the project's. */
const fromProject = (app: App, imports: readonly Import[]): readonly Import[] =>
  imports.flatMap(({ names, from }): Import[] => {
    if (from !== ENGINE) return [{ names, from }];
    const isOwn = (name: string) => app.models.some((model) => model.name === name);
    const own = names.filter(isOwn).map((name) => ({ names: [name], from: importPath(app, name) }));
    return [{ names: names.filter((name) => !isOwn(name)), from }, ...own];
  });

/** The property of a member: `email` of `@Column(...) email!: string | null;`. */
const propertyIn = (member: string): string => /^\s*(\w+)[!?]:/m.exec(member)?.[1] ?? '';

const importCode = ({ names, from }: Import): string =>
  `import { ${names.join(', ')} } from '${from}';`;

/** Merges imported names by module, types after values; TypeORM first. */
function together(one: readonly Import[], other: readonly Import[]): readonly Import[] {
  const all = [...one, ...other];
  const isType = (name: string) => Number(name.startsWith('type '));
  const [first = '', ...modules] = [...new Set(all.map(({ from }) => from))];
  return [first, ...modules.sort(compareText)].map((module) => {
    const names = new Set(all.flatMap(({ names, from }) => (from === module ? names : [])));
    const sorted = [...names].sort(
      (left, right) => isType(left) - isType(right) || compareText(left, right),
    );
    return { names: sorted, from: module };
  });
}
