import { Box, TableCell } from '@mui/material';
import type { ComponentType } from 'react';
import { useDataTableRenderContext, useResourceContext, useTranslate } from 'react-admin';
import { useApplication, useDefinition } from '../../application';
import { CELL } from '../../theme/react-admin';
import { VISUALLY_HIDDEN } from '../../theme/theme';
import { stayOnPage } from '../fields';

/** What features put at the end of each row; none where they have nothing for the model. */
export function useRowParts(): readonly ComponentType[] {
  const definition = useDefinition(useResourceContext());
  const { features } = useApplication();
  if (definition === undefined) return [];
  return features.flatMap(({ rowPart }) => rowPart?.(definition) ?? []);
}

/** The column at the end of a table that has them. */
export function RowPartsColumn({ parts }: { parts: readonly ComponentType[] }) {
  const translate = useTranslate();
  const place = useDataTableRenderContext();
  if (place === 'header')
    return (
      <TableCell variant="head" padding="checkbox" className="RaDataTable-headerCell">
        <Box component="span" sx={VISUALLY_HIDDEN}>
          {translate('list.actions')}
        </Box>
      </TableCell>
    );
  if (place !== 'data') return null;
  return (
    <td className={CELL.check} onClick={stayOnPage}>
      <RowParts parts={parts} />
    </td>
  );
}

/** What features have for the record of the context. */
export const RowParts = ({ parts }: { parts: readonly ComponentType[] }) =>
  parts.map((Part, at) => <Part key={at} />);
