import type { Client } from './test-service.js';

/** Tries every action, with a row and with the values of another; gives those that are not refused, as in `list show`. */
export async function allowedActions(
  user: Client,
  path: string,
  id: number,
  values: object,
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
