import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useLabels } from './texts';

interface CountedLinkProps {
  resource: string;
  count: number;
  /** The values by which the list shows them; without it there is no link. */
  filter: object | null;
}

/** A number of records, with a link to the list of them: `4 vehicles`. */
export function CountedLink({ resource, count, filter }: CountedLinkProps) {
  const translate = useTranslate();
  const labels = useLabels();
  const text = translate('depends.count', { count, name: labels.countedWithin(resource, count) });
  if (filter === null) return text;
  const query = encodeURIComponent(JSON.stringify(filter));
  return (
    <Box component={Link} to={`/${resource}?filter=${query}`}>
      {text}
    </Box>
  );
}
