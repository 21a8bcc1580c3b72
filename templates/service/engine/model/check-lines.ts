import { linesOf, type ChildrenInfo, type ModelInfo } from './model-info.js';

/** What keeps the records of relations from being lines: a sentence for each, that says what to do. */
export function checkLines(models: readonly ModelInfo[]): string[] {
  const byName = new Map(models.map((model) => [model.name, model]));
  const parents = new Map<string, string>();
  const relations = models.flatMap((parent) =>
    linesOf(parent).flatMap((relation) => {
      const at = `${parent.name}.${relation.name}`;
      const other = parents.get(relation.model);
      parents.set(relation.model, at);
      const twice = other ? [`${at}: ${relation.model} has the lines of ${other} already`] : [];
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
  if (!lines) return [`its lines ${name} are not registered`];
  if (lines === parent) return ['a record is no line of its own model'];
  const problems: string[] = [];
  const isCascade = parent.referrers.some(
    (one) => one.model === name && one.field === field && one.onDelete === 'CASCADE',
  );
  if (lines.column.get(field)!.nullable)
    problems.push(`each line needs its record: make ${name}.${field} required`);
  if (!isCascade)
    problems.push(`lines go with their record: write \`onDelete: 'CASCADE'\` at ${name}.${field}`);
  const stamp = parent.columns.find(({ role }) => role === 'updated');
  if (!stamp)
    problems.push(
      `each change of a line moves \`updated_at\` of its record: add that to ${parent.name} (\`@UpdateDateColumn\`)`,
    );
  else if (parent.access.fields[stamp.name]?.read)
    problems.push(
      `${parent.name}.${stamp.name} is its version and has to be readable by everybody`,
    );
  return problems;
}
