import SearchIcon from '@mui/icons-material/Search';
import ViewColumnIcon from '@mui/icons-material/ViewColumnOutlined';
import { Box, Button, InputAdornment, TextField } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import {
  useApplication,
  type FieldFact,
  type ListExportProps,
  type ListLayout,
} from '../../application';
import { CompactButton } from '../page-header';
import { SortCards, fitCards, useIsPhone } from './cards';
import { ColumnChooser, type ColumnChooserProps } from './column-chooser';
import { ExportCsvButton } from './export';
import { FilterBar } from './filter-bar';
import { useTyped, withParameter } from './filters';
import { sideIn, sideOf, toSide, type Side } from './sides';

export interface ListBarProps {
  fields: readonly FieldFact[];
  searchable: boolean;
  /** Columns that are hidden by default. */
  hidden: string[];
  /** The datetime at which a record takes place, in lists that open at today. */
  upcoming?: string | undefined;
  /** What shows the list in place of its table. */
  layout?: ListLayout | undefined;
  /** The columns of the table. */
  children: ReactNode;
}

/** Search, filters, columns and export above a table. */
export function ListBar({ fields, searchable, hidden, upcoming, layout, children }: ListBarProps) {
  return (
    <Box
      className="on-screen"
      sx={{ ...LINE, flexWrap: { xs: 'wrap', sm: 'nowrap' }, alignItems: 'flex-start', p: 1.25 }}
    >
      <Box sx={FILTERING}>
        {searchable && <SearchField />}
        {upcoming !== undefined && <SideButtons source={upcoming} />}
        {fields.length > 0 && <FilterBar fields={fields} />}
      </Box>
      {layout === undefined && <TableTools {...{ fields, hidden }}>{children}</TableTools>}
    </Box>
  );
}

function TableTools({
  fields,
  hidden,
  children,
}: Pick<ListBarProps, 'fields' | 'hidden' | 'children'>) {
  const isPhone = useIsPhone();
  return (
    <Box sx={{ ...LINE, gap: { xs: 0, sm: 1 }, ml: 'auto', flexShrink: 0 }}>
      {isPhone && fitCards(children) && <SortCards>{children}</SortCards>}
      <ChooseColumnsButton hidden={hidden}>{children}</ChooseColumnsButton>
      <ExportButton fields={fields} hidden={hidden} columns={children} />
    </Box>
  );
}

/** What filters stands before what else is done with a list; each wraps by itself. */
const LINE = { display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' };

/** On a phone the chips of filters have lines of their own, below what is done with a list. */
const FILTERING = {
  ...LINE,
  display: { xs: 'contents', sm: 'flex' },
  flex: 1,
  minWidth: 0,
  '& > .MuiChip-root, & > .MuiBox-root': { order: { xs: 1, sm: 0 } },
};

/** A feature's export, or else the one by the browser. */
function ExportButton(props: ListExportProps) {
  const Export = useApplication().features.find(({ ListExport }) => ListExport)?.ListExport;
  return Export ? <Export {...props} /> : <ExportCsvButton fields={props.fields} />;
}

/** The search box, which a phone folds into its icon as long as nothing is sought. */
function SearchField() {
  const translate = useTranslate();
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  const { filterValues, setFilters } = useListContext();
  const [text, change] = useTyped(String(filterValues['q'] ?? ''), (value) =>
    setFilters(withParameter(filterValues, 'q', value), undefined, false),
  );
  if (isPhone && !isOpen && text === '')
    return (
      <CompactButton
        icon={SearchIcon}
        label={translate('list.search')}
        variant="outlined"
        aria-expanded={false}
        aria-keyshortcuts="/"
        onClick={() => setOpen(true)}
      />
    );
  return (
    <TextField
      type="search"
      value={text}
      onChange={(event) => change(event.target.value)}
      autoFocus={isOpen}
      onBlur={() => setOpen(false)}
      placeholder={translate('list.search')}
      sx={{ flex: { xs: '1 1 100%', sm: 'none' }, width: { sm: 260 } }}
      slotProps={{
        htmlInput: { 'aria-label': translate('list.search'), 'aria-keyshortcuts': '/' },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon fontSize="small" />
            </InputAdornment>
          ),
        },
      }}
    />
  );
}

const SIDES: readonly Side[] = ['ahead', 'past'];

/** What lies ahead, or is past; pressed once more, both. */
function SideButtons({ source }: { source: string }) {
  const translate = useTranslate();
  const { filterValues, setFilters, setSort } = useListContext();
  const current = sideIn(source, filterValues);
  const turn = (side: Side) => {
    setFilters(toSide(source, filterValues, side), undefined, false);
    setSort(sideOf(source, side).sort);
  };
  return SIDES.map((side) => (
    <Button
      key={side}
      variant={side === current ? 'outlined' : 'text'}
      aria-pressed={side === current}
      onClick={() => turn(side)}
    >
      {translate(`list.${side}`)}
    </Button>
  ));
}

export type ChooseColumnsButtonProps = Pick<ColumnChooserProps, 'children' | 'hidden'>;

/** Opens the chooser of columns and their order. */
function ChooseColumnsButton({ children, hidden }: ChooseColumnsButtonProps) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <CompactButton
        icon={ViewColumnIcon}
        label={translate('list.columns')}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      {anchor !== null && (
        <ColumnChooser anchor={anchor} hidden={hidden} onClose={() => setAnchor(null)}>
          {children}
        </ColumnChooser>
      )}
    </>
  );
}
