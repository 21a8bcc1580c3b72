import TableRowsIcon from '@mui/icons-material/TableRowsOutlined';
import { Box, Button } from '@mui/material';
import { useEffect, useState } from 'react';
import { useResourceContext, useTranslate } from 'react-admin';
import { Link, useLocation, useNavigationType, useSearchParams } from 'react-router';
import { useDefinition, type ListLayout } from '../../application';

/** The parameter of a list's address that names its layout; without it the list is a table. */
const PARAMETER = 'layout';

/** The layout that the address of a list names; undefined for its table. */
export function useLayout(): ListLayout | undefined {
  const name = useLayoutName();
  const layouts = useDefinition(useResourceContext())?.layouts;
  return layouts?.find((layout) => layout.name === name);
}

/** React-admin writes the filters of a list into its address, and leaves out there what it does not know: that is put back. */
function useLayoutName(): string | null {
  const [query, setQuery] = useSearchParams();
  const { state } = useLocation() as { state: { _scrollToTop?: boolean } | null };
  const isReplaced = useNavigationType() === 'REPLACE';
  const given = query.get(PARAMETER);
  const [kept, setKept] = useState(given);
  const name = given ?? (isReplaced || state?._scrollToTop !== undefined ? kept : null);
  if (name !== kept) setKept(name);
  const isLost = name !== null && given === null;
  useEffect(() => {
    if (!isLost) return;
    const put = (old: URLSearchParams) => new URLSearchParams([...old, [PARAMETER, name]]);
    setQuery(put, { replace: true, state });
  }, [isLost, name, setQuery, state]);
  return name;
}

/** Leads to the other layouts of the list, with the same filters. */
export function LayoutSwitch({ layout }: { layout: ListLayout | undefined }) {
  const translate = useTranslate();
  const layouts = useDefinition(useResourceContext())?.layouts;
  const [query] = useSearchParams();
  if (layouts === undefined) return null;
  const table = { name: undefined, icon: TableRowsIcon, label: 'list.table' };
  const searchOf = (name: string | undefined) => {
    const others = [...query].filter(([key]) => key !== PARAMETER);
    const all = name === undefined ? others : [...others, [PARAMETER, name]];
    return `?${new URLSearchParams(all as [string, string][])}`;
  };
  return (
    <Box role="group" aria-label={translate('list.layouts')} sx={SWITCH}>
      {[table, ...layouts].map(({ name, icon: Icon, label }) => (
        <Button
          key={label}
          component={Link}
          to={{ search: searchOf(name) }}
          startIcon={<Icon />}
          aria-current={name === layout?.name ? 'true' : undefined}
        >
          {translate(label)}
        </Button>
      ))}
    </Box>
  );
}

const SWITCH = {
  display: 'inline-flex',
  p: '2px',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.5,
  bgcolor: 'background.default',
  '& > a': { minHeight: 30, py: 0, px: 1.25, color: 'text.secondary', bgcolor: 'transparent' },
  '& > a[aria-current]': { color: 'text.primary', bgcolor: 'background.paper', boxShadow: 1 },
};
