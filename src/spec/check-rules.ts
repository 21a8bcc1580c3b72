import { checkRole } from './check-field.js';
import type { DraftField } from './check-references.js';
import { type Action, ACTIONS, type Field, type Model, type RowRules } from '../model/model.js';
import { nearest } from '../model/nearest.js';
import { problem, type Report } from './report.js';
import type { Located, SpecAccess, SpecModel } from './spec.js';

/** Checks what a model says about its fields as a whole, and completes the model with it. */
export function checkRules(
  spec: SpecModel,
  model: Model,
  drafts: readonly DraftField[],
  report: Report,
): Model {
  const names = new Names(spec, drafts);
  return {
    ...model,
    fields: drafts.map(({ field }) => field),
    label: checkLabel(spec, names, report),
    unique: checkGroups(spec, 'unique', names, report),
    indexes: checkGroups(spec, 'indexes', names, report),
    access: checkAccess(spec.access, report),
    rows: checkRows(spec, names, report),
  };
}

/** Finds a model's fields by the name in the spec, the stored name, or the relation. */
class Names {
  private readonly fields = new Map<string, Field>();
  /** Fields that were asked for but have problems of their own; not said a second time. */
  private readonly broken = new Set<string>();

  constructor(
    private readonly spec: SpecModel,
    drafts: readonly DraftField[],
  ) {
    const asked = [...spec.fields.map(({ name }) => name.value), ...spec.broken];
    for (const name of asked) this.broken.add(name).add(`${name}_id`);
    for (const { field, spec: asked } of drafts) {
      for (const name of [asked.name.value, field.reference?.relation ?? field.name, field.name]) {
        this.fields.set(name, field);
      }
    }
  }

  find(
    { value, at }: Located<string>,
    report: Report,
    extra: readonly string[] = [],
  ): Field | string | null {
    const field = this.fields.get(value);
    if (field !== undefined) return field;
    if (extra.includes(value)) return value;
    if (this.broken.has(value)) return null;
    const known = [...new Set([...this.fields.values()].map(({ name }) => name))];
    const near = nearest(value, [...this.fields.keys(), ...extra]);
    const all = known.length === 0 ? 'add the field first' : `it has ${known.join(', ')}`;
    const help = near === null ? all : `did you mean \`${near}\`?`;
    report(
      problem('unknown-field', `\`${this.spec.name.value}\` has no field \`${value}\``, at, help),
    );
    return null;
  }
}

const ROW_TARGETS = { owner: 'User', tenant: 'Tenant' } as const;

function checkRows(spec: SpecModel, names: Names, report: Report): RowRules {
  const rule = (kind: keyof typeof ROW_TARGETS): string | null => {
    const given = spec.rows[kind];
    if (given === null) return null;
    const field = names.find(given, report);
    if (field === null || typeof field === 'string') return null;
    const target = ROW_TARGETS[kind];
    if (field.type === 'ref' && field.reference?.model === target) return field.name;
    const message = `\`${given.value}\` does not refer to \`${target}\``;
    const help = `the ${kind} of a row is a field such as \`${kind === 'owner' ? 'created_by' : 'tenant'}: ref=${target}\``;
    report(problem('bad-row-rule', message, given.at, help));
    return null;
  };
  return { owner: rule('owner'), tenant: rule('tenant') };
}

function checkLabel(spec: SpecModel, names: Names, report: Report): string | null {
  const marked = spec.fields.filter(({ words }) => words.label !== undefined);
  if (spec.label === null) {
    const parts = marked.map(({ name }) => names.find(name, () => undefined));
    const text = parts
      .map((field) => (field === null || typeof field === 'string' ? '' : `{${field.name}}`))
      .join(' ');
    return marked.length === 0 ? null : text;
  }
  const { value, at } = spec.label;
  if (marked.length > 0) {
    const word = marked[0]!.words.label!;
    report(
      problem(
        'two-labels',
        'the model has a label, and so has this field',
        word.at,
        'remove one of the two',
      ),
    );
  }
  const inside = /\{([^{}]*)\}/g;
  if (!inside.test(value)) {
    const help = `put a field in braces: \`{${spec.fields[0]?.name.value ?? 'name'}}\``;
    report(problem('bad-label', 'the label names no field', at, help));
    return null;
  }
  return value.replace(inside, (whole, name: string) => {
    const field = names.find({ value: name.trim(), at }, report, ['id']);
    return field === null ? whole : `{${typeof field === 'string' ? field : field.name}}`;
  });
}

function checkGroups(
  spec: SpecModel,
  key: 'unique' | 'indexes',
  names: Names,
  report: Report,
): string[][] {
  const stamps = spec.timestamps && key === 'indexes' ? ['created_at', 'updated_at'] : [];
  const seen = new Set<string>();
  return spec[key].map((group) => {
    const found = group.value.flatMap((name) => {
      const field = names.find(name, report, stamps);
      if (field === null) return [];
      return typeof field === 'string' ? [field] : indexable(field, name, key, report);
    });
    const at = group.at;
    if (new Set(found).size < found.length) {
      report(problem('bad-group', 'a field is twice in this group', at, 'remove one of the two'));
    } else if (group.value.length === 1) {
      const word = key === 'unique' ? 'unique' : 'index';
      const help = `write \`${word}\` on the field itself: \`${group.value[0]!.value}: ...:${word}\``;
      report(problem('bad-group', 'a group has at least two fields', at, help));
    } else if (found.length === group.value.length && seen.has(found.join())) {
      report(problem('bad-group', 'this group is there twice', at, 'remove one of the two'));
    }
    seen.add(found.join());
    return found;
  });
}

function indexable(field: Field, { at }: Located<string>, key: string, report: Report): string[] {
  if (!['text', 'json', 'refs'].includes(field.type)) return [field.name];
  const help =
    field.type === 'text'
      ? 'use `string` with `max=`; a text of any length cannot be indexed'
      : 'take it out';
  report(
    problem(
      'bad-group',
      `\`${field.name}\` is ${field.type} and cannot be in \`${key}\``,
      at,
      help,
    ),
  );
  return [];
}

function checkAccess(access: readonly SpecAccess[], report: Report): Record<string, Action[]> {
  const entries = access.map(({ role, actions }): [string, Action[]] => {
    if (role.value !== '*') checkRole(role.value, role.at, report);
    const known = actions.flatMap((action) => checkAction(action, report));
    return [role.value, [...new Set(known)]];
  });
  return Object.fromEntries(entries);
}

const ACTION_SYNONYMS: Readonly<Record<string, Action>> = {
  read: 'show',
  view: 'show',
  get: 'show',
  index: 'list',
  write: 'edit',
  update: 'edit',
  patch: 'edit',
  add: 'create',
  new: 'create',
  insert: 'create',
  post: 'create',
  remove: 'delete',
  destroy: 'delete',
  copy: 'clone',
};

function checkAction({ value, at }: Located<string>, report: Report): Action[] {
  const known = ACTIONS.find((action) => action === value);
  if (known !== undefined) return [known];
  const plain = value.toLowerCase();
  const synonym = Object.hasOwn(ACTION_SYNONYMS, plain) ? ACTION_SYNONYMS[plain] : undefined;
  const near = synonym ?? nearest(value, ACTIONS);
  const all = `actions are ${ACTIONS.join(', ')}`;
  const help = near === null ? all : `did you mean \`${near}\`? ${all}`;
  report(problem('unknown-action', `\`${value}\` is not an action`, at, help));
  return [];
}
