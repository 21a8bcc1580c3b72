import { fieldOptionsOf } from '../model/field.js';
import type { ModelInfo } from '../model/model-info.js';
import { hint } from '../problem/problem.js';
import { stepIn } from './steps.js';

/** What is wrong with the steps of models: each reason names the field. */
export const refusals = (models: readonly ModelInfo[]): readonly string[] =>
  models.flatMap((model) =>
    [...fieldOptionsOf(model.entity as new () => object)].flatMap(([name, { steps }]) =>
      steps === undefined
        ? []
        : problemsOf(name, steps, model).map((one) => `${model.name}.${name}: ${one}`),
    ),
  );

function problemsOf(name: string, texts: readonly string[], model: ModelInfo): readonly string[] {
  const column = model.column.get(name);
  if (column?.role !== 'data' || column.type !== 'enum')
    return ['steps are those of an enum: a column with `values` and `enforce`'];
  if (texts.length === 0) return ['its steps are empty: leave them out, or write one'];
  const steps = texts.map((text) => ({ text, step: stepIn(text) }));
  const wrong = steps.find(({ step }) => step === null);
  if (wrong) return [`${wrong.text} is no step: write \`todo/doing\` or \`doing/done@Admin\``];
  const named = steps.flatMap(({ step }) => [
    ...(step!.from === null ? [] : [step!.from]),
    step!.to,
  ]);
  const unknown = named.find((value) => !column.values.includes(value));
  if (unknown !== undefined)
    return [
      `its steps name ${unknown}, which is none of its values${hint(unknown, column.values)}`,
    ];
  const said = steps.flatMap(({ step }) => (step!.from === null ? [step!.to] : []));
  const initial = column.default?.kind === 'value' ? String(column.default.value) : null;
  return said.length > 0 && initial !== null && !said.includes(initial)
    ? [`its default ${initial} is no first value: add \`/${initial}\` to its steps`]
    : [];
}
