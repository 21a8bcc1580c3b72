import { Box } from '@mui/material';
import { useResourceContext, useTranslate } from 'react-admin';
import { useLabels } from '../components/texts';
import { Choice, type Choices } from './choice';
import { isWorking, type Import, type ImportColumn, type ImportField } from './imports';
import { useImportTexts } from './problem-texts';
import type { TheImport } from './use-import';

const SAMPLES = 3;
const UNDECIDED = '';
const LEFT_OUT = '-';

/** Each column of the file: what is in it, and where it goes; cards on a phone. */
export function Columns({ all, one }: { all: TheImport; one: Import }) {
  const translate = useTranslate();
  const heads = ['column', 'samples', 'field', 'by'] as const;
  return (
    <Box
      role="table"
      aria-label={translate('import.columns')}
      sx={{ borderTop: 1, borderColor: 'divider' }}
    >
      <Box role="row" sx={{ ...ROW, ...HEAD }}>
        {heads.map((head) => (
          <Box role="columnheader" key={head}>
            {translate(`import.${head}`)}
          </Box>
        ))}
      </Box>
      {one.columns.map((column, at) => (
        <Column key={at} all={all} one={one} column={column} at={at} />
      ))}
    </Box>
  );
}

const ROW = {
  display: 'grid',
  columnGap: 2,
  rowGap: 1,
  px: 2,
  py: 1,
  alignItems: 'center',
  borderTop: 1,
  borderColor: 'divider',
  '&:first-of-type': { borderTop: 0 },
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr)',
    sm: 'minmax(0, 1fr) minmax(0, 1.4fr) minmax(0, 1.2fr) minmax(0, 0.8fr)',
  },
};

const HEAD = {
  display: { xs: 'none', sm: 'grid' },
  py: 0.75,
  fontSize: '0.75rem',
  fontWeight: 600,
  color: 'text.secondary',
};

interface ColumnProps {
  all: TheImport;
  one: Import;
  column: ImportColumn;
  at: number;
}

function Column({ all, one, column, at }: ColumnProps) {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const texts = useImportTexts(resource, one);
  const { header, field, by, refused } = column;
  const name = header || translate('import.no_header', { place: at + 1 });
  const chosen = one.fields.find((known) => known.name === field);
  const choices = useFieldChoices(one, at);
  const byChoices = useByChoices(chosen);
  const decide = (decision: Decision) =>
    all.change({
      columns: one.columns.map((other, place) => (place === at ? { header, ...decision } : other)),
    });
  const why = refused && translate(`import.refused_${refused}`, { _: refused });
  const problem = texts.at(`columns.${at}`, all.problem);
  const disabled = isWorking(one);
  return (
    <Box role="row" sx={ROW}>
      <Box role="cell" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        <bdi>{name}</bdi>
      </Box>
      <Box role="cell" sx={SAMPLE}>
        {samplesOf(one, at).map((text, place) => (
          <bdi key={place}>{text}</bdi>
        ))}
      </Box>
      <Box role="cell">
        <Choice
          quiet
          label={translate('import.field_of', { name })}
          value={field === null ? LEFT_OUT : (field ?? UNDECIDED)}
          choices={choices}
          disabled={disabled}
          problem={problem && [why, problem].filter(Boolean).join(' ')}
          help={field == null ? why : undefined}
          onChange={(value) => decide(decisionOf(value))}
        />
      </Box>
      <Box role="cell">
        {byChoices && field != null && by !== undefined && (
          <Choice
            quiet
            label={translate('import.by_of', { name })}
            value={by}
            choices={byChoices}
            disabled={disabled}
            onChange={(way) => decide({ field, by: way })}
          />
        )}
      </Box>
    </Box>
  );
}

type Decision = Omit<ImportColumn, 'header'>;

/** What a choice of a field means; what records are found by is guessed by the service. */
function decisionOf(value: string): Decision {
  if (value === UNDECIDED) return {};
  return { field: value === LEFT_OUT ? null : value };
}

const SAMPLE = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 1.5,
  fontSize: '0.8125rem',
  color: 'text.secondary',
  '& bdi': { maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
};

const samplesOf = ({ samples }: Import, at: number): readonly string[] =>
  samples
    .flatMap((row) => row[at] ?? [])
    .filter((text) => text !== '')
    .slice(0, SAMPLES);

/** All fields but those of other columns, and those with a value for all rows, by their labels. */
function useFieldChoices({ fields, columns, constants }: Import, at: number): Choices {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const labels = useLabels();
  const others = columns.filter((_, place) => place !== at);
  const taken = [...others, ...constants].map(({ field }) => field);
  const free = fields.filter(({ name }) => !taken.includes(name));
  return [
    [UNDECIDED, translate('import.undecided')],
    [LEFT_OUT, translate('import.leave_out')],
    ...free.map(({ name, required }): Choices[number] => {
      const label = labels.field(resource, name);
      return [name, required ? translate('import.required', { name: label }) : label];
    }),
  ];
}

/** How records that a column refers to are found. */
function useByChoices(field: ImportField | undefined): Choices | undefined {
  const translate = useTranslate();
  const labels = useLabels();
  return field?.by?.map((way) => [
    way,
    way === 'label' ? translate('import.by_label') : labels.field(field.model ?? '', way),
  ]);
}
