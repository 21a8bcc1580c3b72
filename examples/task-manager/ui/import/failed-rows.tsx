import { Alert, Box, Button, Paper, Typography } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useResourceContext, useTranslate } from 'react-admin';
import { useIsPhone } from '../components/list/cards';
import { useErrorText } from '../components/texts';
import { fetchFailedRows, type FailedRow, type Import } from './imports';
import { useImportTexts } from './problem-texts';

const ROWS = 50;

/** The rows that fail, their wrong cells marked, each with why. */
export function FailedRows({ one }: { one: Import }) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const [end, setEnd] = useState(ROWS);
  const { data: rows = [], error } = useQuery({
    queryKey: ['import', one.model, one.id, 'problems', one.state, one.failed, end],
    queryFn: () => fetchFailedRows(one.id, end),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const isPhone = useIsPhone();
  const more = Math.min(ROWS, one.failed - rows.length);
  return (
    <Paper variant="outlined" component="section" sx={{ overflow: 'clip' }}>
      <Typography variant="h3" component="h2" sx={{ p: 2, pb: 1.5 }}>
        {translate('import.failed_rows')}
      </Typography>
      {error && <Alert severity="error">{errorText(error)}</Alert>}
      {isPhone ? <RowCards one={one} rows={rows} /> : <RowTable one={one} rows={rows} />}
      {rows.length > 0 && more > 0 && (
        <Button sx={{ m: 1 }} onClick={() => setEnd(end + ROWS)}>
          {translate('list.show_more', { smart_count: more })}
        </Button>
      )}
    </Paper>
  );
}

interface RowsProps {
  one: Import;
  rows: readonly FailedRow[];
}

function RowTable({ one, rows }: RowsProps) {
  const translate = useTranslate();
  const headerOf = useHeaders(one);
  return (
    // What is wider than the page is scrolled, by keys as well.
    <Box
      tabIndex={0}
      role="region"
      aria-label={translate('import.failed_rows')}
      sx={{ overflow: 'auto', maxHeight: 480 }}
    >
      <Box component="table" sx={TABLE}>
        <thead>
          <tr>
            <th scope="col">{translate('import.row')}</th>
            {one.columns.map((_, at) => (
              <th scope="col" key={at}>
                <bdi>{headerOf(at)}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={row.row} one={one} row={row} />
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

const TABLE = {
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: '0.8125rem',
  '& th, & td': {
    px: 1.5,
    py: 1,
    // A narrow table scrolls before it breaks words into letters.
    minWidth: 96,
    maxWidth: 260,
    textAlign: 'start',
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
    borderTop: 1,
    borderColor: 'divider',
  },
  '& thead th': { color: 'text.secondary', fontWeight: 600, whiteSpace: 'nowrap' },
};

/** Colour alone says nothing to some: a wrong cell has its reason below it, too. */
const WRONG = { boxShadow: 'inset 0 0 0 1px', color: 'error.main' };

function TableRow({ one, row: { row, cells, problems } }: { one: Import; row: FailedRow }) {
  const texts = useImportTexts(useResourceContext() ?? '', one);
  const reasons = (column: number | null) =>
    problems
      .filter((problem) => placeIn(one, problem.column) === column)
      .map((problem) => texts.ofRow(problem, problems));
  return (
    <tr>
      <th scope="row">
        {row}
        <Reasons texts={reasons(null)} />
      </th>
      {one.columns.map((_, at) => {
        const why = reasons(at);
        return (
          <Box component="td" key={at} sx={why.length > 0 ? WRONG : {}}>
            <Box component="bdi" sx={{ color: 'text.primary' }}>
              {cells[at]}
            </Box>
            <Reasons texts={why} />
          </Box>
        );
      })}
    </tr>
  );
}

/** A problem of a cell beyond the last column is the row's. */
const placeIn = ({ columns }: Import, column: number | null): number | null =>
  column !== null && column < columns.length ? column : null;

const Reasons = ({ texts }: { texts: readonly string[] }) =>
  texts.map((text) => (
    <Box key={text} sx={{ color: 'error.main', fontWeight: 400, minWidth: 140 }}>
      {text}
    </Box>
  ));

function RowCards({ one, rows }: RowsProps) {
  const translate = useTranslate();
  const headerOf = useHeaders(one);
  const texts = useImportTexts(useResourceContext() ?? '', one);
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {rows.map(({ row, cells, problems }) => (
        <Box component="li" key={row} sx={{ p: 2, borderTop: 1, borderColor: 'divider' }}>
          <strong>{translate('import.row_at', { row: String(row) })}</strong>
          {problems.map((problem, at) => {
            const column = placeIn(one, problem.column);
            return (
              <Box key={at} sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
                {column !== null && (
                  <>
                    <bdi>{headerOf(column)}</bdi>: <bdi>{cells[column]}</bdi>
                  </>
                )}
                <Reasons texts={[texts.ofRow(problem, problems)]} />
              </Box>
            );
          })}
        </Box>
      ))}
    </Box>
  );
}

/** What a column is called. */
function useHeaders({ columns }: Import): (at: number) => string {
  const translate = useTranslate();
  return (at) => columns[at]?.header || translate('import.no_header', { place: at + 1 });
}
