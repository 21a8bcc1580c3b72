import { isDeepStrictEqual } from 'node:util';
import { builtInNamed, isBuiltIn } from './built-in.js';
import { hidesRows, type Model, type ModelPart, PART_KINDS, type PartKind } from './model.js';

/**
 * Whether a model restricts what roles may do, which rows they see, or which fields they read and write, or has sentences about
 * such rules.
 */
export const hasRules = ({ access, rows, fields, sentences }: Model): boolean =>
  Object.keys(access).length > 0 ||
  hidesRows({ rows }) ||
  rows.except.length > 0 ||
  sentences !== undefined ||
  fields.some(({ read, write }) => read !== null || write !== null);

/** Whether a model has a file of access rules: where it has some, where its developer has made one for their own, and for built-in models. */
export const hasAccessFile = (model: Model): boolean =>
  isBuiltIn(model) || hasRules(model) || partOfModel(model, 'access') !== undefined;

/** A part of a model; undefined where it has none of this kind. */
export const partOfModel = ({ parts = [] }: Model, kind: PartKind): ModelPart | undefined =>
  parts.find((part) => part.kind === kind);

/** A model with other parts, in the order of lists. */
export function withParts({ parts: _, ...model }: Model, parts: readonly ModelPart[]): Model {
  const place = ({ kind }: ModelPart): number => PART_KINDS.indexOf(kind);
  const sorted = parts.toSorted((one, other) => place(one) - place(other));
  return sorted.length === 0 ? model : { ...model, parts: sorted };
}

/** Whether a built-in model is as every project has it: access rules of `User` are in each. */
export const isUnextended = (model: Model): boolean =>
  isBuiltIn(model) &&
  isDeepStrictEqual(withParts(model, ownFiles(model)), builtInNamed(model.name));

/** The parts of a model that are the developer's own: nothing of them follows from the model, so they have no kept copies. */
export const ownFiles = ({ parts = [] }: Pick<Model, 'parts'>): readonly ModelPart[] =>
  parts.filter(({ kind }) => kind !== 'access');
