import { useNotify } from 'react-admin';
import { request } from '../api/http';
import type { RecordId } from '../application';
import { useItems } from '../components/use-items';

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
  const notify = useNotify();
  const { items: invitations, write, change, ...state } = useItems<Invitation>(PATH);
  const sent = 'invitations.sent';
  /** Throws what the service says of a wrong field. */
  const invite = async (body: NewInvitation): Promise<void> => {
    await write(() => request(PATH, { method: 'POST', body }));
    notify(sent, { type: 'success', messageArgs: { email: body.email } });
  };
  const resend = ({ id, email }: Invitation): Promise<void> =>
    change(() => request(`${PATH}/${id}/resend`, { method: 'POST' }), sent, { email });
  const revoke = ({ id }: Invitation): Promise<void> =>
    change(() => request(`${PATH}/${id}`, { method: 'DELETE' }), 'invitations.revoked');
  return { ...state, invitations, invite, resend, revoke };
}
