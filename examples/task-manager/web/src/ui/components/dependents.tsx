import { Box } from '@mui/material';
import { Fragment } from 'react';
import { useTranslate, type HttpError } from 'react-admin';
import { Link } from 'react-router';
import type { Dependent, Problem } from '../api/http';
import { allResources, useApplication } from '../application';
import { formatNumber, humanize, listPieces } from './formats';
import { useLabels } from './texts';

/** Whether a record was not deleted because others depend on it. */
export function hasDependents(error: Error): boolean {
  const { dependents = [], hidden_dependents: hidden = false } = problemOf(error);
  return dependents.length > 0 || hidden;
}

/** What prevents a record's deletion: how many records of which model, with links to them, and whether there are hidden ones. */
export function Dependents({ error }: { error: Error }) {
  const translate = useTranslate();
  const { dependents = [], hidden_dependents: hidden = false } = problemOf(error);
  const hiddenKey = dependents.length > 0 ? 'depends.hidden_too' : 'depends.hidden';
  const all = [
    ...dependents.map((one) => <DependentLink key={`${one.model} ${one.field}`} {...one} />),
    ...(hidden ? [translate(hiddenKey)] : []),
  ];
  return listPieces(all.length).map((piece, at) => (
    <Fragment key={at}>{typeof piece === 'number' ? all[piece] : piece}</Fragment>
  ));
}

function DependentLink({ model, field, count, list }: Dependent) {
  const translate = useTranslate();
  const labels = useLabels();
  const resource = allResources(useApplication()).find((one) => one.model === model)?.name;
  if (resource === undefined) return `${formatNumber(count)} × ${humanize(model)}`;
  const name = labels.counted(resource, count);
  const text = translate('depends.count', { count, name });
  if (list === undefined) return text;
  const filter = JSON.stringify({ [field]: idsIn(list) });
  return (
    <Box component={Link} to={`/${resource}?filter=${encodeURIComponent(filter)}`}>
      {text}
    </Box>
  );
}

/** The ids in the filter of a list path: `/task?project_id__in=1,2`. */
function idsIn(list: string): number[] {
  const [, value = ''] = /=(.*)$/.exec(list) ?? [];
  return value.split(',').map(Number);
}

function problemOf(error: Error): Partial<Problem> {
  return ((error as HttpError).body ?? {}) as Partial<Problem>;
}
