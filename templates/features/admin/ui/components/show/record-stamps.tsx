import { Box } from '@mui/material';
import { useState } from 'react';
import { useRecordContext, useResourceContext, useTranslate } from 'react-admin';
import { useFieldRuleOf } from '../../api/session';
import { useDefinition, type RecordId, type Row } from '../../application';
import { formatAgo } from '../ago';
import { RecordLabel } from '../fields';
import { formatDatetime } from '../formats';

export interface RecordStampsProps {
  /** The fields of the moments when it was made and last changed. */
  created?: string;
  updated?: string;
  /** The field that refers to the user who made it. */
  by?: string;
}

/** When a record was made and last changed, and by whom, as far as the user may read it. */
export function RecordStamps({ created, updated, by }: RecordStampsProps) {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const fields = useDefinition(resource)?.fields ?? [];
  const ruleOf = useFieldRuleOf();
  const record = useRecordContext<Row>();
  const valueOf = (source: string | undefined) =>
    source !== undefined && ruleOf(source).read ? record?.[source] : undefined;
  const [made, changed] = [valueOf(created), valueOf(updated)] as (string | null | undefined)[];
  const user = valueOf(by) as RecordId | null | undefined;
  const fact = fields.find(({ source }) => source === by);
  return (
    <Box className="on-screen" sx={STAMPS}>
      {made && (
        <div>
          {translate('show.created')} <Moment value={made} />
          {user != null && fact?.reference && (
            <>
              {' · '}
              <RecordLabel resource={fact.reference} id={user} keyField={fact.keyField} />
            </>
          )}
        </div>
      )}
      {changed && changed !== made && (
        <div>
          {translate('show.updated')} <Moment value={changed} />
        </div>
      )}
    </Box>
  );
}

/** How long ago a moment was, and when exactly; a change that came since the page was opened was just now. */
function Moment({ value }: { value: string }) {
  const [now] = useState(Date.now);
  return (
    <time dateTime={value} title={formatDatetime(value)}>
      {formatAgo(value, Math.max(now, Date.parse(value)))}
    </time>
  );
}

const STAMPS = {
  px: 2,
  fontSize: '0.8125rem',
  color: 'text.secondary',
  '&:empty': { display: 'none' },
};
