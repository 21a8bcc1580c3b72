import type { Client } from './test-service.js';

/** Tries what can be done with a row and its model; gives the actions that are not refused, such as `list show`. */
export async function allowedActions(
  user: Client,
  path: string,
  { id, values }: { readonly id: number; readonly values: object },
): Promise<string> {
  const answers = {
    list: await user.get(path),
    show: await user.get(`${path}/${id}`),
    create: await user.post(path, values),
    edit: await user.patch(`${path}/${id}`, {}),
    delete: await user.delete(`${path}/${id}`),
  };
  const allowed = Object.entries(answers).filter(([, { status }]) => status !== 403);
  return allowed.map(([action]) => action).join(' ');
}
