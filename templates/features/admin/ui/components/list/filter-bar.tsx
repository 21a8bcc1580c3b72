import FilterListIcon from '@mui/icons-material/FilterList';
import { Button } from '@mui/material';
import { lazy, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { FieldFact } from '../../application';
import { OnDemand } from '../messages';
import { FilterChips } from './filter-chips';
import type { Condition } from './filters';

const FilterEditor = lazy(() =>
  import('./filter-editor').then((module) => ({ default: module.FilterEditor })),
);
const FilterDrawer = lazy(() =>
  import('./filter-drawer').then((module) => ({ default: module.FilterDrawer })),
);

/** What of the filters is open: one condition at its chip, a new one at the button, or all of them. */
type Opened = { condition: Condition | null; anchor: HTMLElement } | 'all' | null;

/** The filters of a list in one line: a button for another one, and those that there are. */
export function FilterBar({ fields }: { fields: readonly FieldFact[] }) {
  const translate = useTranslate();
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<FilterListIcon />}
        aria-haspopup="dialog"
        onClick={(event) => setOpened({ condition: null, anchor: event.currentTarget })}
      >
        {translate('list.filters')}
      </Button>
      <FilterChips
        fields={fields}
        onEdit={(condition, anchor) => setOpened({ condition, anchor })}
      />
      {opened !== null && (
        <OnDemand onClose={close}>
          {opened === 'all' ? (
            <FilterDrawer fields={fields} onClose={close} />
          ) : (
            <FilterEditor
              {...{ fields, ...opened }}
              onClose={close}
              onAll={() => setOpened('all')}
            />
          )}
        </OnDemand>
      )}
    </>
  );
}
