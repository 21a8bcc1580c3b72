import { Alert } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { request } from '../api/http';
import type { ProofProps } from '../application';
import { AskProof } from './ask-proof';
import { NoPassword } from './no-password';
import { useErrorText } from './texts';

interface OwnProofs {
  /** Kinds of factors, or of what stands in for the password; none: the password. */
  proof_by: readonly string[];
  has_password: boolean;
}

/** By what users prove who they are. */
export const useOwnProofs = () =>
  useQuery({
    queryKey: ['proof'],
    queryFn: async ({ signal }) => (await request<OwnProofs>('/auth/proof', { signal })).data,
    // They may have set up another one since.
    gcTime: 0,
  });

/** Asks users to prove who they are, by what they have for that now. */
export function OwnProof(props: Omit<ProofProps, 'kinds'>) {
  const errorText = useErrorText();
  const { data: own, error } = useOwnProofs();
  if (error) return <Alert severity="error">{errorText(error)}</Alert>;
  if (!own) return null;
  const { proof_by: kinds, has_password: hasPassword } = own;
  if (kinds.length === 0 && !hasPassword) return <NoPassword onCancel={props.onCancel} />;
  return <AskProof {...props} kinds={kinds} />;
}
