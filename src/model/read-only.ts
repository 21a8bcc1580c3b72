import { type Problem, problem } from '../problem.js';
import { isKeyless } from './keys.js';
import type { App, Field, Model } from './model.js';

/** Why a model whose rows are only read cannot have a field, or a field cannot refer to such a model; null if it can. */
export function readOnlyFault(
  { models }: Pick<App, 'models'>,
  model: Model,
  field: Field,
): Problem | null {
  if (!model.readOnly && field.reference === null) return null;
  const place = `\`${model.name}.${field.name}\``;
  const fault = (message: string, help: string) => problem('read-only', message, help);
  const target = models.find(({ name }) => name === field.reference?.model);
  if (!model.readOnly)
    return target?.readOnly
      ? fault(
          `${place} cannot refer to \`${target.name}\`, which is only read and may be a view`,
          plainly(target),
        )
      : null;
  if (field.type === 'refs')
    return fault(
      `${place} cannot be many-to-many, because \`${model.name}\` is only read`,
      'declare the field in the other model, or leave it out',
    );
  if (target && isKeyless(target))
    return fault(
      `${place} cannot refer to \`${target.name}\`, whose rows have no key`,
      `mark the field of \`${target.name}\` whose values are unique as \`key\`, or write a plain field`,
    );
  if (target?.name === model.name)
    return fault(
      `${place} cannot refer to \`${model.name}\` itself, which is only read`,
      plainly(target),
    );
  const setting = SETTINGS.find(([, isSet]) => isSet(field));
  return setting === undefined
    ? null
    : fault(
        `${place} cannot have \`${setting[0]}\`, because \`${model.name}\` is only read`,
        'leave it out',
      );
}

/** Settings of what is written, or of what migrations make. */
const SETTINGS: readonly (readonly [name: string, isSet: (field: Field) => boolean])[] = [
  ['unique', ({ unique }) => unique],
  ['index', ({ index }) => index],
  ['search', ({ search }) => search !== null],
  ['default', (field) => field.default !== null],
  ['lines', ({ reference }) => reference?.lines === true],
  ['from', ({ from }) => from !== null],
  ['total', ({ total }) => total !== null],
  ['series', ({ series }) => series !== null],
  ['steps', ({ steps }) => steps !== null],
  ['write', ({ write }) => write !== null],
  ['placeholder', ({ placeholder }) => placeholder !== null],
];

/** The field to write in place of a reference. */
const plainly = ({ fields }: Model): string => {
  const type = fields.find(({ key }) => key !== null)?.type ?? 'integer';
  return `write a field of the type of its key, such as \`${type}\``;
};
