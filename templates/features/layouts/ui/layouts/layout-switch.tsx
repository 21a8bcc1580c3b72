import TableRowsIcon from '@mui/icons-material/TableRowsOutlined';
import { Box, Button } from '@mui/material';
import { useEffect, useState } from 'react';
import { useResourceContext, useTranslate } from 'react-admin';
import { Link, useLocation, useNavigationType, useSearchParams } from 'react-router';
import { useApplication, useDefinition, type ListLayout } from '../application';
import { CHOSEN, SEGMENT, SEGMENTS } from '../components/segments';

/** The parameter of a list's address that names its layout; without it the list is a table. */
const PARAMETER = 'layout';

/** What react-admin writes into the address of a list, leaving out there all else. */
const REACT_ADMIN = ['page', 'perPage', 'sort', 'order', 'filter', 'displayedFilters'];

/** The layout that the address of a list names; undefined for its table. */
export function useLayout(): ListLayout | undefined {
  const name = useOwnParameters().get(PARAMETER);
  const layouts = useDefinition(useResourceContext())?.layouts;
  return layouts?.find((layout) => layout.name === name);
}

/** The parameters of a list's address that are not react-admin's: it leaves them out, so they are put back. */
function useOwnParameters(): URLSearchParams {
  const [query, setQuery] = useSearchParams();
  const { state } = useLocation() as { state: { _scrollToTop?: boolean } | null };
  const isReplaced = useNavigationType() === 'REPLACE';
  const given = String(ownOf(query));
  const [kept, setKept] = useState(given);
  const isLost = given === '' && (isReplaced || state?._scrollToTop !== undefined);
  const own = isLost ? kept : given;
  if (own !== kept) setKept(own);
  useEffect(() => {
    if (own === given) return;
    const put = (old: URLSearchParams) =>
      new URLSearchParams([...old, ...new URLSearchParams(own)]);
    setQuery(put, { replace: true, state });
  }, [own, given, setQuery, state]);
  return new URLSearchParams(own);
}

const ownOf = (query: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...query].filter(([key]) => !REACT_ADMIN.includes(key)));

/** Leads to the other layouts of the list, with the same filters and in the same view. */
export function LayoutSwitch({ layout }: { layout: ListLayout | undefined }) {
  const translate = useTranslate();
  const layouts = useDefinition(useResourceContext())?.layouts;
  const [query] = useSearchParams();
  const { features } = useApplication();
  if (layouts === undefined) return null;
  const table = { name: undefined, icon: TableRowsIcon, label: 'layouts.table' };
  const lasting = [...REACT_ADMIN, ...features.flatMap((one) => one.listParameters ?? [])];
  const searchOf = (name: string | undefined) => {
    const others = [...query].filter(([key]) => lasting.includes(key));
    const all = name === undefined ? others : [...others, [PARAMETER, name]];
    return `?${new URLSearchParams(all as [string, string][])}`;
  };
  return (
    <Box role="group" aria-label={translate('layouts.title')} sx={SWITCH}>
      {[table, ...layouts].map(({ name, icon: Icon, label }) => (
        <Button
          key={label}
          component={Link}
          to={{ search: searchOf(name) }}
          startIcon={<Icon />}
          aria-label={translate(label)}
          title={translate(label)}
          aria-current={name === layout?.name ? 'true' : undefined}
        >
          <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
            {translate(label)}
          </Box>
        </Button>
      ))}
    </Box>
  );
}

const SWITCH = {
  ...SEGMENTS,
  '& > a': { ...SEGMENT, bgcolor: 'transparent', minWidth: { xs: 40, sm: 64 } },
  '& .MuiButton-startIcon': { ml: { xs: 0, sm: '-2px' }, mr: { xs: 0, sm: '6px' } },
  '& > a[aria-current]': CHOSEN,
};
