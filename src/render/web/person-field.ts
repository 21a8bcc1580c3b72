import type { App, Field } from '../../model/model.js';

/**
 * The field by which the record that a reference refers to is one user's: `user_id` where each employee is a user's; undefined where
 * records are of no user, or of several.
 */
export function personField({ models }: App, { type, reference }: Field): string | undefined {
  if (type !== 'ref' || reference === null || reference.to !== undefined) return undefined;
  const target = models.find(({ name }) => name === reference.model);
  const users = target?.fields.filter(
    (field) => field.unique && field.type === 'ref' && isUser(field),
  );
  return users?.length === 1 ? users[0]!.name : undefined;
}

/** Whether a field refers to a user by id. */
export const isUser = ({ reference }: Field): boolean =>
  reference?.model === 'User' && reference.to === undefined;
