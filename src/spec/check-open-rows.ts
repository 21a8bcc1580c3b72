import type { Field, Model } from '../model/model.js';
import { type Report, warning } from './report.js';
import type { SpecModel } from './spec.js';

/** Warns of models without row rules whose rows belong to rows that not everybody sees. */
export function warnOfOpenRows(
  models: readonly Model[],
  existing: readonly Model[],
  specs: readonly SpecModel[],
  report: Report,
): void {
  const ruled = new Set([...existing, ...models].filter(hasRules).map(({ name }) => name));
  models.forEach((model, index) => {
    if (hasRules(model)) return;
    const field = model.fields.find(
      ({ type, required, reference }) =>
        type === 'ref' &&
        required &&
        ruled.has(reference!.model) &&
        reference!.model !== model.name,
    );
    if (!field) return;
    const { model: parent } = field.reference!;
    const message = `rows of \`${parent}\` are not for everybody, those of \`${model.name}\`, which belong to them, are`;
    const help = `give it \`rows\`, too, or say \`rows: [asParent('${field.name}')]\` in its access file${besides(model, field)}`;
    report(warning('open-rows', message, specs[index]!.name.at, help));
  });
}

/** With rows that go by their parents, what is unique by itself would tell of hidden ones. */
function besides(model: Model, { name, reference }: Field): string {
  const { relation } = reference!;
  const alone = model.fields.filter(({ unique, uniqueGlobal }) => unique && !uniqueGlobal);
  const groups = [...alone.map((field) => [field.name]), ...model.unique]
    .filter((group) => !group.includes(name))
    .map((group) => `[${[relation, ...group].join(', ')}]`);
  return groups.length === 0
    ? ''
    : `, and make unique by \`${relation}\` what is unique: \`unique: [${groups.join(', ')}]\``;
}

const hasRules = ({ rows }: Model): boolean => rows.owner !== null || rows.tenant !== null;
