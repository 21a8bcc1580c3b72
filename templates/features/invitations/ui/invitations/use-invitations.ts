import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { request } from '../api/http';
import type { RecordId } from '../application';
import { useErrorText } from '../components/texts';

/** An invitation as the service tells of it. */
export interface Invitation {
  id: RecordId;
  email: string;
  username: string | null;
  roles: string[];
  tenants: RecordId[];
  invited_by: string | null;
  sent_at: string;
  expires_at: string;
  expired: boolean;
}

/** Who is to be invited. */
export interface NewInvitation {
  email: string;
  username?: string;
  roles?: string[];
  tenants?: RecordId[];
}

const PATH = '/auth/invitations';

/** The pending invitations, and what sends and revokes them. */
export function useInvitations() {
  const client = useQueryClient();
  const notify = useNotify();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const {
    data,
    error,
    isPending,
    dataUpdatedAt: now,
  } = useQuery({
    queryKey: [PATH],
    queryFn: async ({ signal }) => (await request<Invitation[]>(PATH, { signal })).data,
  });
  const write = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: [PATH] });
    }
  };
  const sent = (email: string) =>
    notify('invitations.sent', { type: 'success', messageArgs: { email } });
  const say = (reason: unknown) => notify(errorText(reason as Error), { type: 'error' });
  /** Throws what the service says of a wrong field. */
  const invite = (body: NewInvitation): Promise<void> =>
    write(async () => {
      await request(PATH, { method: 'POST', body });
      sent(body.email);
    });
  const resend = ({ id, email }: Invitation): Promise<void> =>
    write(async () => {
      await request(`${PATH}/${id}/resend`, { method: 'POST' });
      sent(email);
    }).catch(say);
  const revoke = ({ id }: Invitation): Promise<void> =>
    write(async () => {
      await request(`${PATH}/${id}`, { method: 'DELETE' });
      notify('invitations.revoked', { type: 'success' });
    }).catch(say);
  return { invitations: data, now, error, isPending, busy, invite, resend, revoke };
}
