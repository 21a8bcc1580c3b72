import { Box, TextField } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useResourceContext, useTranslate } from 'react-admin';
import { reachesChosen, tenantField, useTenants } from '../api/tenants';
import { RecordPicker, idsIn } from '../components/record-picker';
import { useLabels } from '../components/texts';
import { useAppResource, type RecordId } from '../application';
import { Choice, type Choices } from './choice';
import { isWorking, type Import, type ImportField } from './imports';
import { useImportTexts } from './problem-texts';
import type { TheImport } from './use-import';

/** What all rows have in fields that no column goes to: those that need a value, and those that somebody adds. */
export function Constants({ all, one }: { all: TheImport; one: Import }) {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const labels = useLabels();
  const texts = useImportTexts(resource, one);
  const [added, setAdded] = useState<readonly string[]>([]);
  const [sent, setSent] = useState<readonly string[]>([]);
  const mapped = one.columns.map(({ field }) => field);
  const free = one.fields.filter(({ name }) => name !== 'id' && !mapped.includes(name));
  const valueOf = (name: string) => one.constants.find(({ field }) => field === name)?.value;
  const missing = (name: string) => texts.at(name, null);
  const isShown = ({ name }: ImportField) =>
    valueOf(name) !== undefined || missing(name) !== undefined || added.includes(name);
  const set = (name: string, value: string, by?: string) => {
    const others = one.constants.filter(({ field }) => field !== name);
    const own = value === '' ? [] : [{ field: name, ...(by && { by }), value }];
    const constants = [...others, ...own];
    setSent(constants.map(({ field }) => field));
    all.change({ constants });
  };
  useTenantOfSwitch(one, (name, tenant) => set(name, String(tenant), 'id'));
  const disabled = isWorking(one);
  const choices: Choices = [
    ['', translate('import.add_constant')],
    ...free
      .filter((field) => !isShown(field))
      .map(({ name }): Choices[number] => [name, labels.field(resource, name)]),
  ];
  return (
    <Box role="group" aria-label={translate('import.constants')} sx={PLACE}>
      <Box sx={{ fontSize: '0.8125rem', fontWeight: 600, gridColumn: '1 / -1' }}>
        {translate('import.constants')}
      </Box>
      {free.filter(isShown).map((field) => (
        <ConstantInput
          key={field.name}
          field={field}
          label={labels.field(resource, field.name)}
          value={valueOf(field.name) ?? ''}
          disabled={disabled}
          problem={
            missing(field.name) ?? texts.at(`constants.${sent.indexOf(field.name)}`, all.problem)
          }
          onChange={(value, by) => set(field.name, value, by)}
        />
      ))}
      {choices.length > 1 && (
        <Choice
          quiet
          label={translate('import.add_constant')}
          value=""
          choices={choices}
          disabled={disabled}
          onChange={(name) => setAdded([...added, name])}
        />
      )}
    </Box>
  );
}

const PLACE = {
  display: 'grid',
  gap: 1.5,
  p: 2,
  borderTop: 1,
  borderColor: 'divider',
  alignItems: 'start',
  gridTemplateColumns: { xs: '1fr', sm: 'repeat(auto-fill, minmax(240px, 1fr))' },
};

/**
 * All rows are of the tenant that the user works in, chosen before the file is brought or while it is there. Records that are
 * found by their ids may be of another, and stay there.
 */
function useTenantOfSwitch(
  { fields, columns, constants, on }: Import,
  set: (field: string, tenant: RecordId) => void,
): void {
  const resource = useResourceContext() ?? '';
  const field = tenantField(resource);
  const { chosen: tenant } = useTenants();
  const chosen = reachesChosen(resource) ? tenant?.id : undefined;
  const known = useRef<RecordId | null | undefined>(null);
  useEffect(() => {
    if (known.current === chosen) return;
    const isFirst = known.current === null;
    known.current = chosen;
    const isOpen = fields.some(({ name }) => name === field) && on?.includes('id') !== true;
    if (chosen === undefined || field === undefined || !isOpen) return;
    if (columns.some((column) => column.field === field)) return;
    const now = constants.find((constant) => constant.field === field)?.value;
    if (now === undefined || (!isFirst && now !== String(chosen))) set(field, chosen);
  });
}

interface ConstantInputProps {
  field: ImportField;
  label: string;
  value: string;
  disabled: boolean;
  problem: string | undefined;
  onChange: (value: string, by?: string) => void;
}

/** A value as a cell of the file would have it, by whatever the field is. */
function ConstantInput({ field, label, problem, ...props }: ConstantInputProps) {
  const translate = useTranslate();
  const { value, disabled, onChange } = props;
  const { model, by = [], type, values } = field;
  const told = { label, disabled, error: problem !== undefined, helperText: problem };
  const key = useAppResource(model)?.key;
  const ids = idsIn(value, key, type !== 'ref');
  const [way = 'id'] = by;
  if (model !== undefined && type === 'ref')
    return (
      <RecordPicker
        {...told}
        resource={model}
        {...(way === 'id' ? { value: ids[0] ?? null } : { keyField: way, value: value || null })}
        onChange={(id) => onChange(String(id ?? ''), way)}
      />
    );
  if (model !== undefined && by.includes('id'))
    return (
      <RecordPicker
        {...told}
        multiple
        resource={model}
        value={ids}
        onChange={(all) => onChange(all.join(', '), 'id')}
      />
    );
  const choices = values?.map((one): Choices[number] => [one, one]);
  const known = type === 'boolean' ? yesOrNo(translate) : choices;
  return known ? (
    <Choice
      {...{ label, value, disabled, problem, onChange }}
      choices={[['', translate('form.none')], ...known]}
    />
  ) : (
    <TypedText {...{ label, problem, ...props }} isDay={type === 'date'} />
  );
}

const yesOrNo = (translate: (key: string) => string): Choices =>
  (['true', 'false'] as const).map((value) => [value, translate(`ra.boolean.${value}`)]);

/** A text that is sent once it is whole. */
function TypedText(props: Omit<ConstantInputProps, 'field'> & { isDay: boolean }) {
  const { label, value, disabled, problem, isDay, onChange } = props;
  const [typed, setTyped] = useState(value);
  const send = () => typed !== value && onChange(typed);
  return (
    <TextField
      fullWidth
      size="small"
      type={isDay ? 'date' : 'text'}
      label={label}
      value={typed}
      disabled={disabled}
      error={problem !== undefined}
      helperText={problem}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={send}
      onKeyDown={({ key }) => key === 'Enter' && send()}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}
