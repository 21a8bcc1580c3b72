import type { App } from '../model/model.js';
import { extendsBuiltIn } from './check-built-in.js';
import { isKeyByName } from './check-key.js';
import type { Spec, SpecField, SpecModel } from './spec.js';

/** A spec whose new models have ids of a kind, unless they have a key of their own. */
export function withIds(spec: Spec, ids: App['ids']): Spec {
  if (ids === undefined) return spec;
  const withId = (model: SpecModel): SpecModel =>
    extendsBuiltIn(model) || model.readOnly !== null || model.fields.some(isKey)
      ? model
      : { ...model, fields: [idOf(model, ids), ...model.fields] };
  return { ...spec, models: spec.models.map(withId) };
}

const isKey = (field: SpecField): boolean => field.words.key !== undefined || isKeyByName(field);

/** The field `id`, which stands nowhere in the text of the user. */
function idOf({ name: { at } }: SpecModel, ids: NonNullable<App['ids']>): SpecField {
  const version = ids === 'uuid4' ? 'v4' : ids === 'public' ? ids : undefined;
  return {
    name: { value: 'id', at },
    type: { value: ids === 'bigint' ? 'bigint' : 'uuid', at },
    target: null,
    words: version === undefined ? {} : { version: { value: version, at } },
  };
}
