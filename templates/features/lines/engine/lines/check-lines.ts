import { isGivenKey } from '../fields/column-info.js';
import { linesOf, type ChildrenInfo, type ModelInfo } from '../model/model-info.js';

/** What keeps the records of relations from being lines: a sentence for each, that says what to do. */
export function checkLines(models: readonly ModelInfo[]): string[] {
  const byName = new Map(models.map((model) => [model.name, model]));
  const parents = new Map<string, string>();
  const relations = models.flatMap((parent) =>
    linesOf(parent).flatMap((relation) => {
      const at = `${parent.name}.${relation.name}`;
      const other = parents.get(relation.model);
      parents.set(relation.model, at);
      const twice = other
        ? [`${at}: rows of ${relation.model} are already the lines of ${other}`]
        : [];
      return [...twice, ...problemsOf(relation, parent, byName).map((one) => `${at}: ${one}`)];
    }),
  );
  const without = models.filter(
    ({ hooks, children }) => hooks.afterLines && linesOf({ children }).length === 0,
  );
  return [
    ...relations,
    ...without.map(
      ({ name }) =>
        `${name}: the hook afterLines needs a relation with \`@Field({ lines: true })\``,
    ),
  ];
}

function problemsOf(
  { model: name, field }: ChildrenInfo,
  parent: ModelInfo,
  byName: ReadonlyMap<string, ModelInfo>,
): string[] {
  const lines = byName.get(name);
  if (!lines) return [`the model ${name} of its lines is not registered`];
  if (lines === parent) return ['a record cannot be a line of its own model'];
  const problems: string[] = [];
  const isCascade = parent.referrers.some(
    (one) => one.model === name && one.field === field && one.onDelete === 'CASCADE',
  );
  if (lines.column.get(field)!.nullable)
    problems.push(`each line needs its record: make ${name}.${field} required`);
  if (!isCascade)
    problems.push(
      `lines are deleted with their record: write \`onDelete: 'CASCADE'\` at ${name}.${field}`,
    );
  if (isGivenKey(lines.key))
    problems.push(
      `an \`id\` in a line names one that exists, so clients cannot give it to a new one: call the key of ${name} by another name, or let the service make it`,
    );
  const stamp = parent.columns.find(({ role }) => role === 'updated');
  if (!stamp)
    problems.push(
      `each change of a line changes \`updated_at\` of its record: add this column to ${parent.name} (\`@UpdateDateColumn\`)`,
    );
  else if (parent.access.fields[stamp.name]?.read)
    problems.push(
      `${parent.name}.${stamp.name} is the version of a record, so everybody must be able to read it`,
    );
  return problems;
}
