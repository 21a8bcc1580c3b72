import { Alert } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { request } from '../api/http';
import type { ProofProps } from '../application';
import { AskProof } from './ask-proof';
import { useErrorText } from './texts';

const fetchKinds = async (signal: AbortSignal): Promise<readonly string[]> =>
  (await request<{ proof_by: string[] }>('/auth/proof', { signal })).data.proof_by;

/** Asks users to prove who they are, by what they have for that now. */
export function OwnProof(props: Omit<ProofProps, 'kinds'>) {
  const errorText = useErrorText();
  const { data: kinds, error } = useQuery({
    queryKey: ['proof'],
    queryFn: ({ signal }) => fetchKinds(signal),
    // They may have set up another one since.
    gcTime: 0,
  });
  if (error) return <Alert severity="error">{errorText(error)}</Alert>;
  return kinds ? <AskProof {...props} kinds={kinds} /> : null;
}
