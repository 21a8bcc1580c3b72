import { request } from '../api/http';

/** The address of the signed-in user, and the one that takes its place once it is confirmed. */
export interface OwnAddress {
  email: string | null;
  required: boolean;
  confirmed: boolean;
  pending: string | null;
}

const PATH = '/auth/email-confirmation';

export const ADDRESS = {
  queryKey: ['email-confirmation'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await request<OwnAddress>(PATH, { signal })).data,
};

/** Confirms an address by the secret of a link. */
export const confirmBy = (token: string | null) =>
  request(PATH, { method: 'PUT', body: { token } });

export const sendAgain = () => request(PATH, { method: 'POST' });
