import { Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { Row } from '../application';
import type { Low } from '../cards';
import { formatNumber } from '../components/formats';
import { useLabels } from '../components/texts';
import { CardFrame, type ModelCardProps } from './card-frame';
import { factOf, levelsOf, listOf } from './cards';
import { AMOUNT, COUNT, LINE, LINES, RecordLink, SECOND } from './record-lines';
import type { Answers } from './use-overview';

/** Of what there is too little: how many records, and those with least. */
export function LowCard(props: ModelCardProps<Low>) {
  return <CardFrame {...props}>{(answers) => <LowList {...props} answers={answers} />}</CardFrame>;
}

function LowList({ planned, answers }: ModelCardProps<Low> & { answers: Answers }) {
  const { resource, card } = planned;
  const translate = useTranslate();
  const count = answers.groups[0]?.[0]?.count ?? 0;
  if (count === 0)
    return (
      <Typography sx={{ color: 'text.secondary', pt: 1 }}>
        {translate('dashboard.none_low')}
      </Typography>
    );
  return (
    <>
      <Box
        component={Link}
        to={listOf(resource, card.filter)}
        sx={{ ...COUNT, fontSize: '0.8125rem', color: 'error.main' }}
      >
        {translate('dashboard.low', { smart_count: count })}
      </Box>
      <Box component="ul" sx={{ ...LINES, mt: 0.5 }}>
        {answers.rows.map((row) => (
          <LowLine key={row.id} planned={planned} row={row} />
        ))}
      </Box>
    </>
  );
}

/** A record with how much there is, and how much there should be. */
function LowLine({ planned, row }: { planned: ModelCardProps<Low>['planned']; row: Row }) {
  const { resource, card } = planned;
  const translate = useTranslate();
  const labels = useLabels();
  const valueOf = (name: string) => {
    const { digits, unit } = factOf(resource, name)!;
    return formatNumber(Number(row[name] ?? 0), digits, unit);
  };
  const levels = levelsOf(card).map((name) =>
    translate('dashboard.level', {
      field: labels.field(resource.name, name),
      value: valueOf(name),
    }),
  );
  return (
    <Box component="li" sx={LINE}>
      <RecordLink resource={resource} row={row} />
      <Box sx={AMOUNT}>{valueOf(card.of)}</Box>
      {levels.length > 0 && <Box sx={SECOND}>{levels.join(' · ')}</Box>}
    </Box>
  );
}
