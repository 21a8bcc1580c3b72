import { Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { FactorProps, ProofProps } from '../application';
import { AskingForm } from '../components/asking-form';
import { post, usePasskeyError } from './passkeys';
import { showPasskey, type Options } from './webauthn';

/** The second step of signing in: a passkey after the password. */
export function PasskeyFactor({ question: { token }, onSession, onCancel }: FactorProps) {
  const show = async () => {
    const credential = await showPasskey(await post<Options>('/factor/options', { token }));
    await onSession(await post<object>('/factor', { token, credential }));
  };
  return <ShowPasskey onShow={show} onCancel={onCancel} />;
}

/** Asks for a passkey before something changes. */
export function PasskeyProof({ danger = false, onProof, onCancel }: ProofProps) {
  const show = async () => {
    const credential = await showPasskey(await post<Options>('/proof/options'));
    await onProof({ kind: 'passkey', credential });
  };
  return <ShowPasskey danger={danger} onShow={show} onCancel={onCancel} />;
}

interface ShowPasskeyProps {
  danger?: boolean;
  onShow: () => Promise<void>;
  onCancel: () => void;
}

function ShowPasskey({ danger = false, onShow, onCancel }: ShowPasskeyProps) {
  const translate = useTranslate();
  const explain = usePasskeyError();
  return (
    <AskingForm
      submit={translate('passkeys.show')}
      onSubmit={onShow}
      focusButton
      {...{ danger, onCancel, explain }}
    >
      <Typography>{translate('passkeys.step')}</Typography>
    </AskingForm>
  );
}
