import { Alert, Box, Button, Paper, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { signedInUser } from '../api/session';
import type { RecordId } from '../application';
import { formatDatetime } from '../components/formats';
import { PageHeader } from '../components/page-header';
import { useErrorText } from '../components/texts';
import { OwnProof } from '../components/own-proof';
import { useLeftPage } from '../components/use-left-page';
import { CodeProof } from './code-form';
import {
  fetchFactor,
  goOn,
  post,
  QUERY_KEY,
  type Enrolment,
  type Given,
  type OwnFactor as Factor,
} from './factors';
import { RecoveryCodes, SetUp } from './set-up';

const PATH = '/auth/two-factor';

/** One's own second factor. */
export function TwoFactorPage() {
  const translate = useTranslate();
  const errorText = useErrorText();
  const { data, error } = useQuery({ queryKey: QUERY_KEY, queryFn: fetchFactor });
  return (
    <>
      <PageHeader title={translate('two-factor.title')} />
      <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2 }}>
        {error && <Alert severity="error">{errorText(error)}</Alert>}
        {data && <OwnFactor factor={data} />}
      </Paper>
    </>
  );
}

/** What somebody is doing with it. */
type Doing = 'enrol' | 'renew' | 'remove' | { enrolment: Enrolment } | { codes: readonly string[] };

/** Codes that the user has still to keep: pages begin anew with the session that comes with them. */
let unkept: { userId: RecordId; codes: readonly string[] } | null = null;

const unkeptCodes = (): Doing | null =>
  unkept?.userId === signedInUser() && unkept !== null ? { codes: unkept.codes } : null;

function OwnFactor({ factor }: { factor: Factor }) {
  const left = useLeftPage<'enrol'>();
  const [doing, setDoing] = useState<Doing | null>(() => unkeptCodes() ?? left);
  const client = useQueryClient();
  const done = () => {
    unkept = null;
    setDoing(null);
    void client.invalidateQueries({ queryKey: QUERY_KEY });
  };
  if (doing === null) return <State factor={factor} onDo={setDoing} />;
  if (typeof doing === 'object' && 'codes' in doing)
    return <RecoveryCodes codes={doing.codes} onDone={done} />;
  if (typeof doing === 'object')
    return (
      <SetUp
        enrolment={doing.enrolment}
        onCode={async (code) => {
          const given = await post<Given>(`${PATH}/confirm`, { code });
          const codes = given.recovery_codes ?? [];
          unkept = { userId: given.user.id, codes };
          await goOn(given);
          setDoing({ codes });
        }}
        onCancel={done}
      />
    );
  return <Proof factor={factor} doing={doing} onNext={setDoing} onDone={done} />;
}

function State({ factor, onDo }: { factor: Factor; onDo: (doing: Doing) => void }) {
  const translate = useTranslate();
  const { active, since, required, required_from: from, recovery_codes: left } = factor;
  const until = from === null ? '' : formatDatetime(from);
  return (
    <>
      <Typography>
        {active
          ? translate('two-factor.is_on', { since: since === null ? '' : formatDatetime(since) })
          : translate('two-factor.is_off')}
      </Typography>
      {required && !active && (
        <Alert severity="warning">
          {translate(from === null ? 'two-factor.required' : 'two-factor.required_from', { until })}
        </Alert>
      )}
      {active && (
        <Typography sx={{ color: 'text.secondary' }}>
          {translate('two-factor.codes_left', { smart_count: left })}
        </Typography>
      )}
      {active && left < FEW && (
        <Alert severity="warning">{translate('two-factor.few_codes')}</Alert>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          variant={active ? 'outlined' : 'contained'}
          color={active ? 'inherit' : 'primary'}
          onClick={() => onDo('enrol')}
        >
          {translate(active ? 'two-factor.replace' : 'two-factor.enrol')}
        </Button>
        {active && (
          <Button variant="outlined" color="inherit" onClick={() => onDo('renew')}>
            {translate('two-factor.renew')}
          </Button>
        )}
        {active && !required && (
          <Button variant="outlined" color="error" onClick={() => onDo('remove')}>
            {translate('two-factor.remove')}
          </Button>
        )}
      </Box>
    </>
  );
}

/** Recovery codes of which somebody should have more. */
const FEW = 3;

interface ProofProps {
  factor: Factor;
  doing: 'enrol' | 'renew' | 'remove';
  onNext: (doing: Doing) => void;
  onDone: () => void;
}

/** Asks for a code before anything changes; for the password where there is no factor yet. */
function Proof({ factor, doing, onNext, onDone }: ProofProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const enrol = async (proof: object) =>
    onNext({ enrolment: await post<Enrolment>(`${PATH}/enrol`, { proof }) });
  const act = {
    enrol,
    renew: async (proof: object) => {
      const { recovery_codes: codes } = await post<{ recovery_codes: string[] }>(
        `${PATH}/recovery-codes`,
        { proof },
      );
      onNext({ codes });
    },
    remove: async (proof: object) => {
      await goOn(await post<Given>(`${PATH}/remove`, { proof }));
      notify('two-factor.removed', { type: 'success' });
      onDone();
    },
  }[doing];
  const title = doing === 'enrol' && factor.active ? 'replace' : doing;
  const asking = {
    submit: translate('two-factor.go_on'),
    danger: doing === 'remove',
    onProof: act,
    onCancel: onDone,
  };
  return (
    <>
      <Typography variant="h2">{translate(`two-factor.${title}`)}</Typography>
      {doing === 'enrol' ? (
        <OwnProof doing={doing} {...asking} />
      ) : (
        <CodeProof kinds={factor.recovery_codes > 0 ? KINDS : ['totp']} {...asking} />
      )}
    </>
  );
}

const KINDS = ['totp', 'recovery-code'];
