import type { ModelInfo } from '../model/model-info.js';
import { stepFields, type Step, type StepField } from './steps.js';

/** What `/openapi.json` says of the fields of a model whose values change by steps. */
export const stepNotes = (model: ModelInfo): ReadonlyMap<string, string> =>
  new Map(stepFields(model).map((field) => [field.column.name, noteOf(field)]));

function noteOf({ steps, first }: StepField): string {
  const moves = steps.filter(({ from }) => from !== null);
  const froms = [...new Set(moves.map(({ from }) => from!))];
  const lists = froms.map((from) => {
    const targets = moves.filter((one) => one.from === from).map(targetText);
    return `from ${from} to ${targets.join(', ')}`;
  });
  const said = steps.filter(({ from }) => from === null).map(targetText);
  const begins = said.length > 0 ? said : first;
  return [
    ...(begins ? [`A new record begins with ${begins.join(', ')}.`] : []),
    lists.length > 0
      ? `The value changes ${lists.join('; ')}; any other change is 409 \`step\`.`
      : 'The value never changes: 409 `step`.',
  ].join(' ');
}

const targetText = ({ to, roles }: Step): string =>
  roles === null ? to : `${to} (${roles.join(', ')})`;
