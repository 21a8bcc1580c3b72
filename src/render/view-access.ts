import type { Field, Model } from '../model/model.js';
import { call, hasEntries, type Values, type Verbatim } from './code.js';

/** What the template of a model's rules is filled with, `access.ts.ejs`: exceptions by role, rows, fields. */
export function viewAccess(model: Model) {
  const fields = fieldRules(model.fields);
  const { owner, tenant, as, byRole = [], except, preset } = model.rows;
  const rules = [
    ...(owner === null ? [] : [call('owner', owner, preset === false ? { preset } : undefined)]),
    ...(tenant === null ? [] : [call('tenant', tenant)]),
    ...(as === null ? [] : [call('asParent', as)]),
    ...byRole.map(({ kind, field, ...only }) => call(CALLEES[kind], field, only)),
    ...(except.length === 0 ? [] : [call('allFor', ...except)]),
  ];
  return {
    /** What it imports from the engine. */
    imports: [...new Set(['defineAccess', ...rules.map(calleeOf)])].sort(),
    /** What roles may do; null where that is no exception. */
    roles: Object.keys(model.access).length > 0 ? model.access : null,
    rows: rules,
    /** An example of a rule, if the model has no rules yet. */
    hint: null as string | null,
    /** The roles that read and write fields. Fields that are open to all are not named. */
    fields: hasEntries(fields) ? fields : null,
    /** Sentences about the rules; null if the model has no sentences. */
    sentences: model.sentences ?? null,
  };
}

/** The function of the engine that states a rule. */
const CALLEES = { owner: 'owner', tenant: 'tenant', as: 'asParent' } as const;

const calleeOf = ({ code }: Verbatim): string => code.slice(0, code.indexOf('('));

const fieldRules = (fields: readonly Field[]): Values =>
  Object.fromEntries(
    fields
      .map(({ name, read, write }): [string, Values] => [
        name,
        { read: read ?? undefined, write: write ?? undefined },
      ])
      .filter(([, rule]) => hasEntries(rule)),
  );
