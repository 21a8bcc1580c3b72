import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useResourceContext, useTranslate } from 'react-admin';
import { formatAll, withinSentence } from '../components/formats';
import { useLabels } from '../components/texts';
import { Choice, type Choices } from './choice';
import { isWorking, type Import, type OptionName } from './imports';
import { useImportTexts } from './problem-texts';
import type { TheImport } from './use-import';

const ENCODINGS = [
  ...['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-15', 'iso-8859-2'],
  ...['windows-1250', 'windows-1251', 'macintosh', 'shift_jis', 'gb18030', 'euc-kr'],
];

const NAMES: readonly OptionName[] = [
  'encoding',
  'separator',
  'sheet',
  'decimal',
  'dates',
  'time_zone',
];

/** How the file is read, in one line until somebody wants to change it, and whether records are changed. */
export function Options({ all, one }: { all: TheImport; one: Import }) {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const labels = useLabels();
  const texts = useImportTexts(resource, one);
  const choicesOf = useOptionChoices(one);
  const [isAsked, setAsked] = useState(false);
  const disabled = isWorking(one);
  const names = NAMES.filter((name) => isAbout(name, one));
  const problemAt = (name: OptionName) => texts.at(`options.${name}`, all.problem);
  const isOpen = isAsked || names.some((name) => problemAt(name) !== undefined);
  // Which sheet is meant nobody can guess.
  const isShown = (name: OptionName) =>
    isOpen || (name === 'sheet' && one.choices.sheets.length > 1);
  const folded = names
    .filter((name) => !isShown(name))
    .map((name) => choicesOf(name).find(([value]) => value === one.options[name])?.[1]);
  const keys: Choices = one.choices.on.map((key) => {
    const fields = formatAll(key.map((field) => withinSentence(labels.field(resource, field))));
    return [JSON.stringify(key), translate('import.on_key', { names: fields })];
  });
  return (
    <Box role="group" aria-label={translate('import.options')} sx={GRID}>
      {folded.length > 0 && (
        <Box sx={{ gridColumn: '1 / -1', overflowWrap: 'anywhere' }}>
          {translate('import.read_as', { options: folded.join(' · ') })}{' '}
          <Button size="small" aria-expanded={false} onClick={() => setAsked(true)}>
            {translate('import.change')}
          </Button>
        </Box>
      )}
      {names.filter(isShown).map((name, at) => (
        <Choice
          key={name}
          label={translate(`import.${name}`)}
          value={one.options[name] ?? ''}
          choices={choicesOf(name)}
          disabled={disabled}
          autoFocus={isAsked && at === 0}
          problem={problemAt(name)}
          onChange={(value) => all.change({ options: { [name]: value } })}
        />
      ))}
      <Choice
        label={translate('import.on')}
        value={JSON.stringify(one.on)}
        choices={[['null', translate('import.on_none')], ...keys]}
        disabled={disabled}
        problem={texts.at('on', all.problem)}
        onChange={(value) => all.change({ on: JSON.parse(value) as string[] | null })}
        sx={{ gridColumn: { sm: 'span 2' } }}
      />
    </Box>
  );
}

/** Whether an option decides anything of a file: a time zone does where a moment is imported. */
function isAbout(name: OptionName, { options, fields, columns, constants }: Import): boolean {
  if (name !== 'time_zone') return options[name] !== null;
  const moments = fields.filter(({ type }) => type === 'datetime').map((field) => field.name);
  return [...columns, ...constants].some(({ field }) => field != null && moments.includes(field));
}

/** A browser cuts off what does not fit into a choice: half of a phone is too narrow for "Year, month, day". */
const GRID = {
  display: 'grid',
  gap: 1.5,
  p: 2,
  gridTemplateColumns: { xs: '1fr', sm: 'repeat(auto-fill, minmax(200px, 1fr))' },
};

function useOptionChoices({ options, choices }: Import): (name: OptionName) => Choices {
  const translate = useTranslate();
  const named = (values: readonly string[]): Choices => values.map((one) => [one, one]);
  const of: Record<OptionName, () => Choices> = {
    encoding: () => named(ENCODINGS),
    separator: () => [
      [',', translate('import.comma')],
      [';', translate('import.semicolon')],
      ['\t', translate('import.tab')],
      ['|', translate('import.bar')],
    ],
    sheet: () => named(choices.sheets),
    decimal: () => [
      ['.', '1,234.56'],
      [',', '1.234,56'],
    ],
    dates: () =>
      (['ymd', 'dmy', 'mdy'] as const).map((order) => [order, translate(`import.${order}`)]),
    time_zone: () => named(['UTC', ...Intl.supportedValuesOf('timeZone')]),
  };
  return (name) => {
    const known = of[name]();
    const value = options[name] ?? '';
    return known.some(([one]) => one === value) ? known : [[value, value], ...known];
  };
}
