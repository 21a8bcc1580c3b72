import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import NextIcon from '@mui/icons-material/NavigateNext';
import BeforeIcon from '@mui/icons-material/NavigateBefore';
import { Box, IconButton, Tooltip } from '@mui/material';
import { type ReactNode } from 'react';
import { useRecordContext, useResourceContext, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { useCanWrite } from '../../api/session';
import { copiedValues, notCopied } from '../../api/copies';
import { sendable } from '../../api/record-values';
import {
  recordPath,
  useAppResource,
  useDefinition,
  useOwnText,
  useParts,
  type RecordId,
  type Row,
} from '../../application';
import { Face } from '../avatar';
import { DeleteRecordButton } from '../delete-record';
import { useLetterKeys } from '../letter-keys';
import { CompactButton, EditRecordButton, FeatureParts, PageHeader } from '../page-header';
import { useNeighbours } from '../row-trail';
import { StateMenu } from '../state-menu';
import { useLabels } from '../texts';

interface ShowHeadProps {
  state: string | undefined;
  facts: ReactNode;
  actions: ReactNode;
}

/** The top of a record's page: what it is called, how far it has come, what can be done with it, and what is asked first. */
export function ShowHead({ state, facts, actions }: ShowHeadProps) {
  const resource = useResourceContext() ?? '';
  const labels = useLabels();
  const isPerson = useAppResource(resource)?.people === true;
  const record = useRecordContext<Row>();
  if (record === undefined) return null;
  return (
    <Box sx={{ mb: 2.5, '& > header': { mb: 0 } }}>
      <PageHeader
        title={isPerson ? <Person resource={resource} row={record} /> : record._label}
        documentTitle={record._label}
        crumbs={[{ label: labels.many(resource), to: `/${resource}` }]}
        aside={state !== undefined && <StateMenu source={state} />}
      >
        <Neighbours id={record.id} />
        {actions}
        <FeatureParts of="ShowAction" />
        <DeleteRecordButton />
        <CloneButton record={record} />
        <Box sx={AT_HAND}>
          <EditRecordButton record={record} />
        </Box>
      </PageHeader>
      {facts && (
        <Box component="dl" sx={FACTS}>
          {facts}
        </Box>
      )}
    </Box>
  );
}

const Person = (person: { resource: string; row: Row }) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.25 }}>
    <Face {...person} size={36} /> {person.row._label}
  </Box>
);

/** A phone has it below the thumb, however far the page is scrolled. */
const AT_HAND = {
  position: { xs: 'fixed', sm: 'static' },
  right: 16,
  bottom: 16,
  zIndex: 3,
  '& > .MuiButton-root': { minHeight: { xs: 44, sm: 34 }, boxShadow: { xs: 4, sm: 0 } },
};

const FACTS = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: '8px 24px',
  m: 0,
  mt: 1.5,
  '& > :not(:first-of-type)': {
    borderInlineStart: { sm: '1px solid' },
    borderColor: { sm: 'divider' },
    paddingInlineStart: { sm: 3 },
  },
  '& dd': { fontSize: '0.9375rem', fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
};

/** Leads to the records before and after this one in the list that the reader came from. */
function Neighbours({ id }: { id: RecordId }) {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const navigate = useNavigate();
  const { before, after } = useNeighbours(resource, id);
  const open = (other: RecordId | undefined) => {
    if (other !== undefined)
      void navigate(`${recordPath(resource, other)}/show`, { replace: true });
  };
  useLetterKeys({ j: () => open(after), k: () => open(before) });
  if (before === undefined && after === undefined) return null;
  const steps = [
    { key: 'K', to: before, Icon: BeforeIcon, label: translate('show.before') },
    { key: 'J', to: after, Icon: NextIcon, label: translate('show.after') },
  ];
  return (
    <Box sx={{ display: { xs: 'none', sm: 'flex' } }}>
      {steps.map(({ key, to, Icon, label }) => (
        <Tooltip key={key} title={`${label} (${key})`}>
          <span>
            <IconButton
              aria-label={label}
              aria-keyshortcuts={key}
              disabled={to === undefined}
              onClick={() => open(to)}
            >
              <Icon />
            </IconButton>
          </span>
        </Tooltip>
      ))}
    </Box>
  );
}

function CloneButton({ record }: { record: Row }) {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const canClone = useCanWrite(resource, 'clone');
  const canCreate = useCanWrite(resource, 'create');
  const fields = useDefinition(resource)?.fields ?? [];
  const parts = useParts();
  const ownText = useOwnText();
  if (!canClone || !canCreate) return null;
  const left = notCopied(resource, fields);
  const own = Object.entries(sendable(record)).filter(([source]) => !left.has(source));
  const copied = parts ? parts.copied(resource, record) : NO_PARTS;
  const values = { ...Object.fromEntries(own), ...copied };
  return (
    <CompactButton
      icon={CopyIcon}
      label={translate('form.clone')}
      to={`/${resource}/create`}
      state={{ record: copiedValues(values, (value) => ownText(value) !== null) }}
      variant="outlined"
      disabled={copied === null}
    />
  );
}

const NO_PARTS = {};
