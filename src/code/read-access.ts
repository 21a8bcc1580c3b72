import {
  ACTIONS,
  NO_ROW_RULES,
  type Action,
  type RoleRule,
  type RowRules,
} from '../model/model.js';
import { definitionsIn } from './definitions.js';
import type { Imports } from './imports.js';
import { rowRulesOf } from './read-row-rules.js';
import { readStatic, toStrings, type Static } from './static-value.js';
import { typescript, type ts } from './typescript.js';

/** The access rules that the model can represent. */
export interface AccessRules {
  readonly roles: Readonly<Record<string, readonly Action[]>>;
  readonly rows: RowRules;
  readonly fields: ReadonlyMap<
    string,
    { read: readonly string[] | null; write: readonly string[] | null }
  >;
  readonly sentences: readonly string[];
}

/** A call that defines the rules of a class. */
export interface AccessCall {
  readonly model: string;
  readonly node: ts.CallExpression;
  readonly rules: AccessRules;
  /** What could not be read. */
  readonly unread: readonly string[];
}

export const NO_RULES: AccessRules = {
  roles: {},
  rows: NO_ROW_RULES,
  fields: new Map(),
  sentences: [],
};

const isAction = (word: string): word is Action => ACTIONS.some((action) => action === word);

function readRoles(value: Static | undefined): AccessRules['roles'] | null {
  if (!value) return {};
  if (value.kind !== 'object') return null;
  const roles = [...value.entries].flatMap(([role, actions]) => {
    const words = actions.kind === 'list' ? toStrings(actions) : undefined;
    return words ? [[role, words.filter(isAction)] as const] : [];
  });
  return Object.fromEntries(roles);
}

/** The owner, tenant and parent rules with their exceptions; `custom` is the developer's own and stays in the file. */
function readRows(call: ts.CallExpression, imports: Imports): RowRules {
  const rules = rowRulesOf(call, imports) ?? [];
  const ofAll = (rule: 'owner' | 'tenant' | 'asParent') =>
    rules.find(({ kind, roles }) => kind === rule && roles === undefined);
  const owner = ofAll('owner');
  const byRole = rules.flatMap(({ kind: called, field, roles, preset }): RoleRule[] => {
    const kind = called === 'asParent' ? 'as' : called;
    return (kind === 'owner' || kind === 'tenant' || kind === 'as') && field !== null && roles
      ? [{ kind, field, roles, ...(preset === false && { preset }) }]
      : [];
  });
  const except = rules.flatMap(({ kind, roles }) => (kind === 'allFor' ? (roles ?? []) : []));
  return {
    owner: owner?.field ?? null,
    tenant: ofAll('tenant')?.field ?? null,
    as: ofAll('asParent')?.field ?? null,
    ...(byRole.length > 0 && { byRole }),
    except: [...new Set(except)],
    ...(owner?.preset === false && { preset: owner.preset }),
  };
}

function readFields(value: Static | undefined): AccessRules['fields'] {
  if (value?.kind !== 'object') return new Map();
  return new Map(
    [...value.entries].flatMap(([name, rule]) => {
      if (rule.kind !== 'object') return [];
      const roles = (key: string): string[] | null => {
        const found = rule.entries.get(key);
        return found?.kind === 'list' ? (toStrings(found) ?? null) : null;
      };
      return [[name, { read: roles('read'), write: roles('write') }] as const];
    }),
  );
}

/** The rules in a call of `defineAccess<Model>({...})`. */
function readCall(model: string, node: ts.CallExpression, imports: Imports): AccessCall {
  const ts = typescript();
  const argument = node.arguments[0];
  if (!argument) return { model, node, rules: NO_RULES, unread: [] };
  const value = readStatic(argument, imports);
  if (value.kind !== 'object' || !ts.isObjectLiteralExpression(argument))
    return { model, node, rules: NO_RULES, unread: ['the rules are computed at run time'] };
  const roles = readRoles(value.entries.get('roles'));
  const unread = [
    ...(value.whole ? [] : ['a part of the rules is computed at run time']),
    ...(roles ? [] : ['the roles are computed at run time']),
  ];
  const rules = {
    roles: roles ?? {},
    rows: readRows(node, imports),
    fields: readFields(value.entries.get('fields')),
    // Sentences that are computed restrict nothing, so they do not make the rules unreadable.
    sentences: toStrings(value.entries.get('sentences')) ?? [],
  };
  return { model, node, rules, unread };
}

/** All access rules that a file defines. */
export function readAccess(file: ts.SourceFile, imports: Imports): AccessCall[] {
  return definitionsIn(file)
    .filter(({ kind }) => kind === 'access')
    .map(({ model, call }) => readCall(model, call, imports));
}
