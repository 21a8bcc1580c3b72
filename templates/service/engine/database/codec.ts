import type { ValueInfo } from '../fields/column-info.js';

type Convert = (value: unknown, info: ValueInfo) => unknown;

/** API values to those that a driver binds, and back; `store` and `load` do so for values other than null. */
export function codecOf(store: Convert, load: Convert): Record<'encode' | 'decode', Convert> {
  const stored: Convert = (value, info) =>
    value == null ? null : info.added ? info.added.encode(value) : store(value, info);
  const loaded: Convert = (value, info) =>
    value == null ? null : info.added ? info.added.decode(value) : load(value, info);
  return {
    encode: (value, info) =>
      info.transformer
        ? stored(info.transformer.to(entityForm(value, info)), info)
        : stored(value, info),
    decode: (value, info) => {
      if (!info.transformer) return loaded(value, info);
      const result = info.transformer.from(entityForm(loaded(value, info), info));
      return result instanceof Date ? result.toISOString() : result;
    },
  };
}

/** A developer's transformer sees dates as in entities. */
const entityForm: Convert = (value, info) =>
  info.type === 'datetime' && typeof value === 'string' ? new Date(value) : value;
