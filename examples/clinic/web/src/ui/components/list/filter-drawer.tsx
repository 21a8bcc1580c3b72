import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef, useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import type { FieldFact } from '../../application/app-resource';
import { useFieldRuleOf } from '../use-field-rule';
import { FilterInput } from './filter-input';
import type { FilterValues } from './filters';
import { filterKind } from './filters';

export interface FilterDrawerProps {
  fields: readonly FieldFact[];
  open: boolean;
  onClose: () => void;
}

const TYPING_PAUSE = 350;

/** A filter for every field that can be filtered; the list follows while one types. */
export function FilterDrawer({ fields, open, onClose }: FilterDrawerProps) {
  const translate = useTranslate();
  const ruleOf = useFieldRuleOf();
  const [draft, setDraft] = useFilterDraft();
  const titleId = useId();
  const usable = fields.filter((fact) => filterKind(fact) !== 'none' && ruleOf(fact.source).read);
  return (
    <Drawer
      anchor="right"
      open={open}
      onClose={onClose}
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
        <IconButton onClick={onClose} aria-label={translate('ra.action.close')}>
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
          <FilterInput key={fact.source} fact={fact} filter={draft} onChange={setDraft} />
        ))}
      </Box>
      <Box sx={{ display: 'flex', gap: 1, p: 2, borderTop: 1, borderColor: 'divider' }}>
        <Button variant="contained" color="primary" onClick={onClose} sx={{ flex: 1 }}>
          {translate('filter.apply')}
        </Button>
        <Button variant="outlined" onClick={() => setDraft({})}>
          {translate('list.clear_filters')}
        </Button>
      </Box>
    </Drawer>
  );
}

function useFilterDraft() {
  const { filterValues, setFilters } = useListContext();
  const [draft, setDraft] = useState<FilterValues>(filterValues);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const current = JSON.stringify(filterValues);
  const [seen, setSeen] = useState(current);
  if (seen !== current) {
    setSeen(current);
    setDraft(filterValues);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (next: FilterValues) => {
    setDraft(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setFilters(next, undefined, false), TYPING_PAUSE);
  };
  return [draft, change] as const;
}
