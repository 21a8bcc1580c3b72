import type { Integer } from '../integer.js';
import type { Style } from './style.js';
import { displayText } from './display-text.js';

/** The rules that decide, as the project's own code applies them to its database; see `src/access/explain.ts` of a project. */
export interface Explanation {
  /** The user. */
  readonly user: {
    /** The id. */
    readonly id: Integer;
    /** The name. */
    readonly username: string;
    /** The roles. */
    readonly roles: readonly string[];
    /** The ids of the tenants. */
    readonly tenants: readonly Integer[];
    /** Whether the user may sign in. */
    readonly active: boolean;
  };
  /** The action. */
  readonly action: string;
  /** The class. */
  readonly model: string;
  /** The URL prefix. */
  readonly prefix: string;
  /** The row. */
  readonly id: Integer | null;
  /** The roles of the user, with the actions that each allows. */
  readonly roles: readonly {
    /** The name. */
    readonly name: string;
    /** The actions that the role allows; null if the role does not exist. */
    readonly actions: readonly string[] | null;
    /** The exception of the model for the role; null if there is none. */
    readonly exception: {
      /** The role, or `*`. */
      readonly of: string;
      /** The remaining actions. */
      readonly actions: readonly string[];
    } | null;
    /** Whether the role allows the action. */
    readonly passes: boolean;
  }[];
  /** The fields that some roles cannot read or write. */
  readonly fields: readonly {
    /** The name. */
    readonly name: string;
    /** Whether the user may read the field. */
    readonly read: boolean;
    /** Whether this action may write the field. */
    readonly write: boolean;
    /** The roles that may read the field; null for everybody. */
    readonly readers: readonly string[] | null;
    /** The roles that may write the field; null for everybody. */
    readonly writers: readonly string[] | null;
  }[];
  /** The rules for values of fields that the user may read, such as the steps of a state; none for an action that only reads. */
  readonly notes: readonly {
    /** The field. */
    readonly field: string;
    /** The rule, in a sentence or two. */
    readonly note: string;
  }[];
  /** The row rules; null if there are none. */
  readonly rules:
    | readonly {
        /** The code. */
        readonly rule: string;
        /** Whether the rule shows the row; null if the command names no row. */
        readonly lets: boolean | null;
        /** The condition. */
        readonly where: string;
        /** The reason why the rule shows nothing. */
        readonly mistake: string | null;
      }[]
    | null;
  /** The rows that the user sees. */
  readonly rows: {
    /** The number of visible rows. */
    readonly seen: Integer;
    /** The number of all rows. */
    readonly all: Integer;
  };
  /** Whether the user sees the row. */
  readonly row: 'none asked' | 'missing' | 'hidden' | 'visible';
  /** What else the model lets the user do: see its history, and what is in its trash. */
  readonly besides: readonly string[];
  /** The answer of the service. */
  readonly answer: {
    /** The HTTP status. */
    readonly status: Integer;
    /** The reason. */
    readonly why: string;
  };
}

/** The explanation as text, layer by layer, with the answer at the end. */
export function showExplanation(explanation: Explanation, style: Style): string {
  const { user, action, model, id, answer } = explanation;
  const mark = (yes: boolean) => (yes ? style.green('yes') : style.red('no '));
  const what = `${action} ${model}${id === null ? '' : ` ${id}`}`;
  const fine = answer.status < 400;
  const status = fine ? style.green(String(answer.status)) : style.red(String(answer.status));
  return [
    style.bold(`may ${displayText(user.username)} ${what}?`),
    `  user   id ${user.id}, ${user.active ? 'active' : style.red('inactive')}, roles ${inList(user.roles)}, tenants ${inList(user.tenants)}`,
    '',
    style.bold('roles') +
      style.dim('  one of the roles must allow the action globally and in the model'),
    ...showRoles(explanation, mark, style),
    '',
    style.bold('rows') +
      style.dim(`  row rules show the user ${explanation.rows.seen} of ${explanation.rows.all}`),
    ...showRules(explanation, mark, style),
    ...(explanation.fields.length === 0
      ? []
      : [
          '',
          style.bold('fields') + style.dim('  whether this action reads and writes them'),
          ...showFields(explanation, mark),
        ]),
    ...(explanation.notes.length === 0
      ? []
      : [
          '',
          style.bold('values') + style.dim('  what the service asks of changes'),
          ...explanation.notes.map(({ field, note }) => `  ${field}: ${displayText(note)}`),
        ]),
    ...explanation.besides.flatMap((note) => [
      '',
      `${style.bold('besides')}  ${displayText(note)}`,
    ]),
    '',
    `${style.bold('answer')}  ${status}  ${displayText(answer.why)}`,
  ].join('\n');
}

type Mark = (yes: boolean) => string;

const inList = (items: readonly (string | number)[]): string =>
  items.length === 0 ? 'none' : items.map((item) => displayText(String(item))).join(', ');

function showRoles({ roles, action, model }: Explanation, mark: Mark, style: Style): string[] {
  if (roles.length === 0) return [`  ${style.red('no ')}  a user without roles has no permissions`];
  return roles.flatMap(({ name, actions, exception, passes }) => {
    const global =
      actions === null
        ? 'this role does not exist'
        : `global role: ${actions.includes(action) ? `has ${action}` : `lacks ${action}, has ${inList(actions)}`}`;
    const narrowed =
      exception === null
        ? `${model} does not restrict this role`
        : `${model} restricts ${exception.of === '*' ? 'every other role (*)' : 'this role'} to: ${inList(exception.actions)}`;
    return [`  ${mark(passes)}  ${displayText(name)}`, `       ${global}`, `       ${narrowed}`];
  });
}

function showRules({ rules, row, id, model }: Explanation, mark: Mark, style: Style): string[] {
  const state =
    row === 'missing'
      ? [`  ${style.red('no ')}  there is no ${model} with the id ${id}`]
      : row === 'hidden'
        ? [
            `  ${style.red('no ')}  no rule shows row ${id}, so for this user the row does not exist`,
          ]
        : [];
  if (rules === null) return [...state, `  ${model} has no row rules, so every row is visible`];
  if (rules.length === 0)
    return [...state, `  ${style.red('no ')}  the list of rules is empty, so no row is visible`];
  return [
    ...rules.flatMap(({ rule, lets, where, mistake }) => [
      `  ${lets === null ? '-  ' : mark(lets)}  ${displayText(rule)}${mistake === null ? '' : style.yellow(`  ${displayText(mistake)}`)}`,
      `       ${style.dim(clip(displayText(where)))}`,
    ]),
    ...state,
  ];
}

function showFields({ fields }: Explanation, mark: Mark): string[] {
  const who = (roles: readonly string[] | null) => (roles === null ? 'everybody' : inList(roles));
  return fields.map(
    ({ name, read, write, readers, writers }) =>
      `  ${mark(read)} ${mark(write)}  ${displayText(name)} (read: ${who(readers)}; write: ${who(writers)})`,
  );
}

const clip = (text: string): string => (text.length > 400 ? `${text.slice(0, 397)}...` : text);
