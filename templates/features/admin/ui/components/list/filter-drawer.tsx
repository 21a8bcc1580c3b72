import CloseIcon from '@mui/icons-material/Close';
import {
  Box,
  Button,
  Checkbox,
  Drawer,
  FormControlLabel,
  IconButton,
  Typography,
} from '@mui/material';
import { useId } from 'react';
import { useResourceContext, useTranslate } from 'react-admin';
import type { FieldFact } from '../../application';
import { useLabels } from '../texts';
import { ValueInput, useFilterable, useValueLabel } from './filter-inputs';
import { filterKind, useFilterDraft, withParameter, type FilterValues } from './filters';

export interface FilterDrawerProps {
  fields: readonly FieldFact[];
  onClose: () => void;
}

/** A filter for every filterable field; the list updates while typing. */
export function FilterDrawer({ fields, onClose }: FilterDrawerProps) {
  const translate = useTranslate();
  const usable = useFilterable(fields);
  const { draft, change, send } = useFilterDraft();
  // What was typed last is not waited for.
  const close = () => {
    send();
    onClose();
  };
  const titleId = useId();
  return (
    <Drawer
      anchor="right"
      open
      onClose={close}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': titleId,
          sx: { width: { xs: '100%', sm: 360 } },
        },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', p: 2, pb: 1 }}>
        <Typography id={titleId} variant="h2" sx={{ flex: 1 }}>
          {translate('filter.title')}
        </Typography>
        <IconButton onClick={close} aria-label={translate('ra.action.close')}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      <Box
        sx={{
          flex: 1,
          overflowY: 'auto',
          px: 2,
          py: 1,
          display: 'grid',
          gap: 2,
          alignContent: 'start',
        }}
      >
        {usable.map((fact) => (
          <FilterInput key={fact.source} fact={fact} filter={draft} onChange={change} />
        ))}
      </Box>
      <Box sx={{ display: 'flex', gap: 1, p: 2, borderTop: 1, borderColor: 'divider' }}>
        <Button variant="contained" color="primary" onClick={close} sx={{ flex: 1 }}>
          {translate('filter.apply')}
        </Button>
        <Button variant="outlined" onClick={() => change({})}>
          {translate('list.clear_filters')}
        </Button>
      </Box>
    </Drawer>
  );
}

export interface FilterInputProps {
  fact: FieldFact;
  filter: FilterValues;
  onChange: (filter: FilterValues) => void;
}

/** The filter of one field by its type, with a checkbox for empty values where possible. */
export function FilterInput(props: FilterInputProps) {
  const translate = useTranslate();
  const { fact, filter, onChange } = props;
  const missing = `${fact.source}__isnull`;
  const isMissing = filter[missing] === true || filter[missing] === 'true';
  return (
    <Box>
      {!isMissing && <TypedInput {...props} />}
      {!fact.required && (
        <FormControlLabel
          sx={{ '& .MuiTypography-root': { fontSize: '0.75rem', color: 'text.secondary' } }}
          control={
            <Checkbox
              sx={{ py: 0.25 }}
              checked={isMissing}
              onChange={(_, checked) =>
                onChange(withParameter(filter, missing, checked ? true : undefined))
              }
            />
          }
          label={isMissing ? <MissingLabel source={fact.source} /> : translate('filter.empty')}
        />
      )}
    </Box>
  );
}

function MissingLabel({ source }: { source: string }) {
  const translate = useTranslate();
  const name = useLabels().field(useResourceContext() ?? '', source);
  return translate('filter.missing', { name });
}

function TypedInput(props: FilterInputProps) {
  const { source } = props.fact;
  switch (filterKind(props.fact)) {
    case 'text':
      return <ValueInput {...props} parameter={`${source}__ilike`} />;
    case 'range':
      return <RangeFilter {...props} />;
    default:
      return <ValueInput {...props} parameter={source} />;
  }
}

function RangeFilter(props: FilterInputProps) {
  const { source } = props.fact;
  const translate = useTranslate();
  return (
    <Box
      component="fieldset"
      sx={{ border: 0, p: 0, m: 0, display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 }}
    >
      <Box component="legend" sx={{ p: 0, mb: 1.25, fontSize: '0.75rem', color: 'text.secondary' }}>
        {useValueLabel(props.fact)}
      </Box>
      <ValueInput {...props} parameter={`${source}__gte`} label={translate('filter.from')} />
      <ValueInput {...props} parameter={`${source}__lte`} label={translate('filter.to')} />
    </Box>
  );
}
