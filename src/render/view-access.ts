import type { Field, Model } from '../model/model.js';
import { namesOf } from './model-names.js';
import {
  array,
  call,
  type Code,
  literal,
  object,
  printAssignment,
  printCode,
  printImport,
} from './print/code.js';

/** What `<x>.access.ts` shows. */
export interface AccessView {
  readonly import: string;
  readonly class: string;
  readonly file: string;
  readonly many: string;
  /** `export const taskAccess = defineAccess<Task>`, on two lines where it is too long for one. */
  readonly open: string;
  /** The whole statement where there are no rules. */
  readonly without: string;
  /** What stands before every other line of the statement. */
  readonly margin: string;
  readonly sections: readonly { readonly comment: string; readonly code: string }[];
}

/** A model's rules: exceptions by role, rows, fields. */
export function viewAccess(model: Model): AccessView {
  const names = namesOf(model);
  const rules = rowRules(model);
  const helpers = rules.flatMap((rule) => (rule.is === 'call' ? [rule.callee] : []));
  const left = `export const ${names.access}`;
  const right = `defineAccess<${names.class}>`;
  const long = `${left} = ${right}({`.length > 100;
  const column = long ? 4 : 2;
  return {
    import: printImport(['defineAccess', ...helpers], '../../access/define-access.js'),
    class: names.class,
    file: names.file,
    many: names.many,
    open: long ? `${left} =\n  ${right}` : `${left} = ${right}`,
    without: printAssignment(left, call(right, object({}))),
    margin: long ? '  ' : '',
    sections: [
      {
        comment:
          "Model exceptions: they only narrow what a role may do. '*' is every role not named.",
        code: entry('roles', literal(model.access), column),
      },
      {
        comment: 'Row rules: any of them lets a row through.',
        code: entry('rows', array(rules), column),
      },
      {
        comment: 'Field rules: the roles that read and write a field; a field not named is open.',
        code: entry('fields', fieldRules(model.fields), column),
      },
    ].filter(({ code }) => code !== ''),
  };
}

function entry(key: string, code: Code, column: number): string {
  const empty = code.is === 'object' ? code.entries : code.is === 'array' ? code.items : [];
  if (empty.length === 0) return '';
  return printCode(code, { before: `${key}: `, after: ',', column });
}

function rowRules(model: Model): readonly Code[] {
  const { owner, tenant } = model.rows;
  return [
    ...(owner === null ? [] : [call('owner', literal(owner))]),
    ...(tenant === null ? [] : [call('tenant', literal(tenant))]),
  ];
}

function fieldRules(fields: readonly Field[]): Code {
  const ruled = fields.filter(({ read, write }) => read !== null || write !== null);
  return object(
    Object.fromEntries(
      ruled.map(({ name, read, write }) => [
        name,
        object({
          read: read === null ? undefined : literal(read),
          write: write === null ? undefined : literal(write),
        }),
      ]),
    ),
  );
}
