import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { ButtonBase, Menu, MenuItem } from '@mui/material';
import { useState, type MouseEvent } from 'react';
import {
  useNotify,
  useRecordContext,
  useRefresh,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { useCanWrite, useFieldRule } from '../api/session';
import {
  useAppResource,
  useDefinition,
  useIsClosed,
  type FieldFact,
  type Row,
} from '../application';
import { toneOf } from '../theme/tone';
import { ChoiceValue, ToneChip, stayOnPage, type ValueProps } from './fields';
import { useNextValues } from './next-values';
import { useSaidChange } from './said-change';
import { useLabels, useProblemTexts } from './texts';
import { useWriteSeen } from './write-seen';

/** The state of a record as a chip, which opens the next ones for those who may change it. */
export function StateMenu({ source }: ValueProps) {
  const resource = useResourceContext() ?? '';
  const record = useRecordContext<Row>();
  const { read, write } = useFieldRule(source);
  const nextValues = useNextValues();
  const canEdit = useCanWrite(resource, 'edit');
  const hasForm = useDefinition(resource)?.edit !== undefined;
  const fact = useDefinition(resource)?.fields.find((one) => one.source === source);
  const isClosed = useIsClosed(resource, record);
  if (!read || record === undefined) return null;
  const next = fact && fact.stamp !== true ? nextValues(fact, record) : [];
  if (!fact || !hasForm || !canEdit || !write || isClosed || next.length === 0)
    return <ChoiceValue source={source} />;
  return <OpenableState record={record} fact={fact} next={next} />;
}

interface StateProps {
  record: Row;
  fact: FieldFact;
  next: readonly string[];
}

function OpenableState({ record, fact, next }: StateProps) {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const labels = useLabels();
  const tones = useAppResource(resource)?.tones;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choose = useChange(record, fact.source);
  const { source } = fact;
  const open = (event: MouseEvent<HTMLElement>) => {
    stayOnPage(event);
    setAnchor(event.currentTarget);
  };
  const close = (event: object) => {
    if ('stopPropagation' in event) stayOnPage(event as MouseEvent);
    setAnchor(null);
  };
  return (
    <>
      <ButtonBase
        onClick={open}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        title={translate('show.change', { name: labels.field(resource, source) })}
        sx={OPENER}
      >
        <ChoiceValue source={source} />
        <ExpandMoreIcon aria-hidden className="on-screen" />
      </ButtonBase>
      {anchor && (
        <Menu anchorEl={anchor} open onClose={close} onClick={stayOnPage}>
          {next.map((value) => (
            <MenuItem
              key={value}
              onClick={(event) => {
                close(event);
                void choose(value);
              }}
            >
              <ToneChip
                value={value}
                label={labels.value(resource, source, value)}
                tone={toneOf(value, tones, source)}
              />
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}

const OPENER = {
  borderRadius: 3,
  minHeight: 24,
  font: 'inherit',
  '& > svg': { fontSize: 16, color: 'text.secondary' },
  '&:hover': { bgcolor: 'action.hover' },
  // In a table the mark would stand in each row.
  'td &:not(:hover, .Mui-focusVisible, [aria-expanded="true"]) > svg': { opacity: 0 },
};

/** Sets the field of a record that is as its reader sees it; one that has changed since is shown as it is now. */
function useChange(seen: Row, source: string): (value: string) => Promise<void> {
  const resource = useResourceContext() ?? '';
  const write = useWriteSeen();
  const notify = useNotify();
  const translate = useTranslate();
  const refresh = useRefresh();
  const say = useSaidChange();
  const texts = useProblemTexts(resource);
  return async (value) => {
    try {
      const written = await write(seen, { [source]: value });
      if (written === null) notify('show.changed_since', { type: 'warning' });
      else say(translate('form.updated', { name: written._label }));
    } catch (error) {
      notify(texts.ofError(error as Error), { type: 'error' });
    }
    refresh();
  };
}
