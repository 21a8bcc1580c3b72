import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { useNotify, useRefresh, useTranslate } from 'react-admin';
import { request } from '../api/http';
import { useCanWrite, useFieldRule } from '../api/session';
import { recordPath, useApplication, useDefinition, useOwnText } from '../application';
import { formatDatetime, numberOf } from '../components/formats';
import { useErrorText, useLabels } from '../components/texts';
import { doorOf, type Change } from './changes';
import { ChangedValue } from './changed-value';
import './past-value';

export interface ChangeEntryProps {
  change: Change;
  /** Whether the record is there, so that its fields can be restored. */
  isThere: boolean;
  /** Whether it is the change of a line of the record. */
  isLine: boolean;
  onRestored: () => void;
}

/** One change: what was done, by whom, and its fields. */
export function ChangeEntry({ change, isThere, isLine, onRestored }: ChangeEntryProps) {
  const { model, id, action, at, by, door, changes } = change;
  const translate = useTranslate();
  const labels = useLabels();
  const { key, name } = doorOf(door);
  const isService = key === 'history.service';
  const who = by
    ? translate('history.by', { name: by.username })
    : translate(
        ['job', 'seed'].some((one) => door.startsWith(one)) || isService
          ? 'history.service'
          : 'history.hidden',
      );
  const way = isService ? [] : [translate(key, { name, _: door }).trim()];
  return (
    <>
      <Typography variant="h3" component="h2">
        {translate(action === 'restore' ? 'history.came_back' : `history.${action}`)}
        {isLine && `: ${labels.one(model)} ${numberOf(id)}`}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        <time dateTime={at}>{formatDatetime(at)}</time>
        {[who, ...way].map((text) => ` · ${text}`)}
      </Typography>
      <Box component="dl" sx={FIELDS}>
        {Object.keys(changes).map((source) => (
          <FieldOf
            key={source}
            change={change}
            source={source}
            isThere={isThere && action === 'update'}
            onRestored={onRestored}
          />
        ))}
      </Box>
    </>
  );
}

/** What changes a record that is there before and after. */
const IN_PLACE: readonly Change['action'][] = ['update', 'restore'];

const FIELDS = { m: 0, mt: 1, display: 'grid', gap: 1 };

interface FieldProps {
  change: Change;
  source: string;
  isThere: boolean;
  onRestored: () => void;
}

function FieldOf({ change, source, isThere, onRestored }: FieldProps) {
  const { model, id, action, changes } = change;
  const translate = useTranslate();
  const label = useLabels().field(model, source);
  const fact = useDefinition(model)?.fields.find((one) => one.source === source);
  const [before, after] = changes[source] ?? [];
  const isKept = changes[source]?.length === 2;
  const PastValue = useApplication().features.find((one) => one.PastValue !== undefined)?.PastValue;
  // What is of one record alone, such as a file, has gone from it, unless a feature keeps that.
  const isOwn = useOwnText()(before) !== null;
  const value = (one: unknown) => <ChangedValue value={one} fact={fact} resource={model} />;
  return (
    <Box sx={FIELD}>
      <Box component="dt" sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
        {label}
      </Box>
      <Box component="dd" sx={VALUES}>
        {!isKept && translate('history.content')}
        {isKept && action !== 'create' && (
          <Box component="del" sx={{ color: 'text.secondary' }} title={translate('history.before')}>
            {isOwn && isThere && PastValue ? (
              <PastValue resource={model} id={id} source={source} value={before} />
            ) : (
              value(before)
            )}
          </Box>
        )}
        {isKept && IN_PLACE.includes(action) && <span aria-hidden>→</span>}
        {isKept && action !== 'delete' && action !== 'purge' && (
          <Box component="ins" sx={{ textDecoration: 'none' }} title={translate('history.after')}>
            {value(after)}
          </Box>
        )}
        {isKept && isThere && (!isOwn || PastValue !== undefined) && (
          <Restore {...{ resource: model, id, source, label, before, onRestored }} />
        )}
      </Box>
    </Box>
  );
}

const FIELD = { display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '12rem 1fr' }, gap: 0.5 };
const VALUES = { m: 0, display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' };

interface RestoreProps {
  resource: string;
  id: Change['id'];
  source: string;
  label: string;
  before: unknown;
  onRestored: () => void;
}

/** Writes the value before a change again, as an edit by whoever asks for it. */
function Restore({ resource, id, source, label, before, onRestored }: RestoreProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const errorText = useErrorText();
  const canEdit = useCanWrite(resource, 'edit');
  const { write } = useFieldRule(source, resource);
  const [isBusy, setBusy] = useState(false);
  if (!canEdit || !write) return null;
  const restore = async () => {
    setBusy(true);
    try {
      const body = { [source]: before };
      await request(recordPath(resource, id), { method: 'PATCH', body });
      notify('history.restored', { type: 'success', messageArgs: { name: label } });
      refresh();
      onRestored();
    } catch (error) {
      notify(errorText(error as Error), { type: 'error', autoHideDuration: 10_000 });
    }
    setBusy(false);
  };
  return (
    <Button
      size="small"
      disabled={isBusy}
      onClick={() => void restore()}
      aria-label={translate('history.restore_field', { name: label })}
    >
      {translate('history.restore')}
    </Button>
  );
}
