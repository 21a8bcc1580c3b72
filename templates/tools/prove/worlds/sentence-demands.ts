import type { Sentence, Way } from '../../../../src/model/sentence.js';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Alternative, Demand } from './demands.js';
import { isOfPeople, type People } from './people.js';

/**
 * What sentences look at: the fields by which rows belong to users and tenants. A rule closes the fields of the other rules in its
 * worlds, so that `of another tenant` and `of others` would only meet by chance.
 */
export function demandsOfSentences(
  sentences: readonly Sentence[],
  models: readonly ModelInfo[],
  people: People,
): readonly Demand[] {
  const found = new Map<ModelInfo, Map<string, readonly Alternative[]>>();
  const add = (name: string, field: string): void => {
    const model = models.find((one) => one.name === name)!;
    const fields = found.get(model) ?? new Map<string, readonly Alternative[]>();
    found.set(model, fields.set(field, alternativesOf(model, field, models, people)));
  };
  for (const { model, who, which } of sentences)
    for (const tie of [...who.map((users) => users.tie), which])
      for (const way of tie?.by ?? []) for (const step of stepsOf(model, way)) add(...step);
  return [...found].map(([model, fields]) => ({ model: model.name, rule: 'sentences', fields }));
}

/** The models and fields by which a way leads. */
const stepsOf = (model: string, { parents, field }: Way) =>
  [...parents, { model: '', field }].map(
    (step, at) => [parents[at - 1]?.model ?? model, step.field] as const,
  );

function alternativesOf(
  model: ModelInfo,
  field: string,
  models: readonly ModelInfo[],
  { me, other, tenants }: People,
): readonly Alternative[] {
  const { nullable, reference } = model.column.get(field)!;
  const target = models.find(({ name }) => name === reference?.model);
  const nobody = nullable ? [{ value: null }] : [];
  if (target && !isOfPeople(target)) {
    const { key } = reference!;
    return [...nobody, { rowsOf: target.name, ...(key !== 'id' && { key }) }];
  }
  const ids = target?.table === 'auth_tenant' ? tenants : [me, other];
  return [...ids.map((value) => ({ value })), ...nobody];
}
