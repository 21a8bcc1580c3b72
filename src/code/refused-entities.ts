import { kebabCase } from '../model/names.js';
import type { Problem } from '../problem.js';
import type { Tree } from '../tree.js';
import { decoratorsOf, type DecoratorCall } from './decorators.js';
import { importsIn, type Imports } from './imports.js';
import { errorAt } from './problem-at.js';
import { ownFilesIn } from './read-files.js';
import { nodesIn, parseCode, typescript, type ts } from './typescript.js';

/** The parts of TypeORM's entities that a service refuses or never calls, each with the code that does the same. */
export function refusedEntities(files: Tree): readonly Problem[] {
  const imports = importsIn(files);
  return [...ownFilesIn(files)]
    .filter(([, text]) => text.includes('typeorm') && MENTIONS.test(text))
    .flatMap(([path, text]) => nodesIn(parseCode(path, text)))
    .filter(typescript().isClassDeclaration)
    .flatMap((node) => [...problemsOfClass(node, imports), ...problemsOfMembers(node, imports)]);
}

const MENTIONS =
  /\b(?:(?:Before|After)(?:Load|Insert|Update|Remove|SoftRemove|Recover)|EventSubscriber|TableInheritance|ChildEntity|Column)\b/;

const CREATE = 'write the hook `beforeSave`, for the operation `create`';
const UPDATE = 'write the hook `beforeSave`, for the operation `update`';
const RECOVER = 'delete it: the service restores no rows';

/** The code that does the same as each listener, by the decorator and, with a small letter, by the method of a subscriber. */
const INSTEAD: Readonly<Record<string, string>> = {
  AfterLoad:
    'write a computed field (`@Field({ computed })`), or the `transformer` of a column: docs/computed-field.md',
  BeforeInsert: CREATE,
  AfterInsert: CREATE.replace('before', 'after'),
  BeforeUpdate: UPDATE,
  AfterUpdate: UPDATE.replace('before', 'after'),
  BeforeRemove: 'write the hook `beforeDelete`',
  AfterRemove: 'write the hook `afterDelete`',
  BeforeSoftRemove: 'write the hook `beforeDelete`',
  AfterSoftRemove: 'write the hook `afterDelete`',
  BeforeRecover: RECOVER,
  AfterRecover: RECOVER,
};

/** The command that makes the file of a hook. */
const withFile = (instead: string, model: string): string =>
  instead.includes(' hook ')
    ? `${instead}, in src/models/${kebabCase(model)}/${kebabCase(model)}.hooks.ts (crudgen hooks add ${model})`
    : instead;

const refused = (node: ts.Node, message: string, help: string): Problem =>
  errorAt(node, 'refused-entity', `${message}, so the service does not start`, help);

const problemsOfMembers = (node: ts.ClassDeclaration, imports: Imports): Problem[] =>
  node.members.flatMap((member) => problemsOfMember(member, nameOf(node), imports));

function problemsOfMember(member: ts.ClassElement, model: string, imports: Imports): Problem[] {
  const ts = typescript();
  if (!ts.isMethodDeclaration(member) && !ts.isPropertyDeclaration(member)) return [];
  const place = `${model}.${member.name.getText()}`;
  return decoratorsOf(member, imports).flatMap((call) => {
    if (Object.hasOwn(INSTEAD, call.name))
      return refused(
        call.node,
        `nothing calls @${call.called} over \`${place}\``,
        withFile(INSTEAD[call.name]!, model),
      );
    return isEmbedding(call)
      ? refused(
          call.node,
          `\`${place}\` is an embedded class`,
          `write its columns in ${model}, with the \`name\` that each has in the table`,
        )
      : [];
  });
}

/** `@Column(() => Address)`. */
const isEmbedding = ({ name, args }: DecoratorCall): boolean =>
  name === 'Column' && args[0]?.kind === 'function';

function problemsOfClass(node: ts.ClassDeclaration, imports: Imports): Problem[] {
  return decoratorsOf(node, imports).flatMap((call) => {
    if (call.name === 'TableInheritance' || call.name === 'ChildEntity')
      return refused(
        call.node,
        `\`${nameOf(node)}\` shares its table with other classes`,
        'write one class with the columns of all of them, or a table for each class',
      );
    return call.name === 'EventSubscriber' ? problemsOfSubscriber(node) : [];
  });
}

function problemsOfSubscriber(node: ts.ClassDeclaration): Problem[] {
  const model = listensTo(node);
  return node.members.flatMap((member) => {
    const method = member.name?.getText() ?? '';
    const event = method.charAt(0).toUpperCase() + method.slice(1);
    if (!Object.hasOwn(INSTEAD, event) || event === method) return [];
    const instead = INSTEAD[event]!;
    return errorAt(
      member.name!,
      'refused-entity',
      `nothing calls \`${method}\` of the subscriber \`${nameOf(node)}\``,
      model === null ? `${instead}, in the hooks of each model` : withFile(instead, model),
    );
  });
}

/** The class that a subscriber names in `listenTo`; null if it listens to every entity. */
function listensTo(node: ts.ClassDeclaration): string | null {
  const listening = node.members.find((member) => member.name?.getText() === 'listenTo');
  return /(?:=>|\breturn)\s*\(?\s*([A-Z][\w$]*)/.exec(listening?.getText() ?? '')?.[1] ?? null;
}

const nameOf = ({ name }: ts.ClassDeclaration): string => name?.text ?? 'a class';
