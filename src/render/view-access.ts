import type { Field, Model } from '../model/model.js';
import { ENGINE, namesOf } from './model-names.js';
import { array, call, type Code, commented, literal, object, optional } from './print/code.js';
import { printAssignment, printImport } from './print/print-code.js';

/** A model's rules: exceptions by role, rows, fields. */
export function viewAccess(model: Model) {
  const names = namesOf(model);
  const { owner, tenant, except } = model.rows;
  const rows = [
    ...(owner === null ? [] : [call('owner', literal(owner))]),
    ...(tenant === null ? [] : [call('tenant', literal(tenant))]),
    ...(except.length === 0 ? [] : [call('allFor', ...except.map((role) => literal(role)))]),
  ];
  const rules = object({
    roles: commented(
      "Model exceptions: they only narrow what a role may do. '*' is every role not named.",
      literal(model.access),
    ),
    rows: commented('Row rules: any of them lets a row through.', array(rows)),
    fields: commented(
      'Field rules: the roles that read and write a field; a field not named is open.',
      fieldRules(model.fields),
    ),
  });
  const used = [
    ...(except.length > 0 ? ['allFor'] : []),
    'defineAccess',
    ...(owner ? ['owner'] : []),
    ...(tenant ? ['tenant'] : []),
  ];
  return {
    import: printImport(used, ENGINE),
    statement: printAssignment(
      `export const ${names.access}`,
      call(`defineAccess<${names.class}>`, rules),
    ),
  };
}

function fieldRules(fields: readonly Field[]): Code {
  const ruled = fields.filter(({ read, write }) => read !== null || write !== null);
  return object(
    Object.fromEntries(
      ruled.map(({ name, read, write }) => [
        name,
        object({ read: optional(read), write: optional(write) }),
      ]),
    ),
  );
}
