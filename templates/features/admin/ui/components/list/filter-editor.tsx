import { Autocomplete, Box, Button, MenuItem, Popover, TextField, Typography } from '@mui/material';
import { useState, type FormEvent } from 'react';
import { useResourceContext, useTranslate } from 'react-admin';
import type { FieldFact } from '../../application';
import { useLabels } from '../texts';
import { ValueInput, useFilterable } from './filter-inputs';
import {
  operatorsOf,
  parameterOf,
  useFilterDraft,
  withParameter,
  type Condition,
  type FilterOperator,
  type FilterValues,
} from './filters';

export interface FilterEditorProps {
  fields: readonly FieldFact[];
  /** The condition to change; null for a new one. */
  condition: Condition | null;
  anchor: HTMLElement;
  onClose: () => void;
  /** Opens the filters of all fields. */
  onAll: () => void;
}

/** One condition of a list: its field, its operator and its value; the list follows. */
export function FilterEditor({ fields, condition, anchor, onClose, onAll }: FilterEditorProps) {
  const translate = useTranslate();
  const usable = useFilterable(fields);
  const [chosen, setChosen] = useState<Chosen | null>(condition);
  const { draft, change, send } = useFilterDraft();
  const choose = (next: Chosen) => {
    setChosen(next);
    change(moved(draft, chosen, next));
  };
  const close = () => {
    send();
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    close();
  };
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={close}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: { role: 'dialog', 'aria-label': translate('list.filters'), sx: { mt: 0.5 } },
      }}
    >
      <Box component="form" onSubmit={submit} sx={{ width: 320, p: 2, display: 'grid', gap: 1.5 }}>
        <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center' }}>
          <Typography variant="h2">{translate('list.filters')}</Typography>
          <Button onClick={onAll}>{translate('filter.all')}</Button>
        </Box>
        <FieldChoice
          fields={usable}
          chosen={chosen?.fact ?? null}
          onChoose={(fact) => choose({ fact, operator: operatorsOf(fact)[0]! })}
        />
        {chosen && <ConditionInputs {...{ chosen, draft, change }} onChoose={choose} />}
        {chosen && (
          <Button type="submit" variant="contained" color="primary">
            {translate('filter.apply')}
          </Button>
        )}
      </Box>
    </Popover>
  );
}

interface ConditionInputsProps {
  chosen: Chosen;
  draft: FilterValues;
  change: (next: FilterValues) => void;
  onChoose: (next: Chosen) => void;
}

function ConditionInputs({ chosen, draft, change, onChoose }: ConditionInputsProps) {
  const translate = useTranslate();
  const { fact, operator } = chosen;
  return (
    <>
      <OperatorChoice chosen={chosen} onChoose={onChoose} />
      {!TOLD.has(operator) && (
        <ValueInput
          key={`${fact.source} ${operator}`}
          fact={fact}
          parameter={parameterOf(fact.source, operator)}
          label={translate('filter.value')}
          filter={draft}
          onChange={change}
          autoFocus
        />
      )}
    </>
  );
}

type Chosen = Pick<Condition, 'fact' | 'operator'>;

/** Operators that say all by themselves, with what their parameter has. */
const TOLD: ReadonlyMap<FilterOperator, boolean> = new Map([
  ['missing', true],
  ['present', false],
]);

/** The draft with a condition in place of another, which leaves its value where the new one can have it. */
function moved(draft: FilterValues, from: Chosen | null, to: Chosen): FilterValues {
  const before = from && parameterOf(from.fact.source, from.operator);
  const value = before === null ? undefined : draft[before];
  const others = before === null ? draft : withParameter(draft, before, undefined);
  const parameter = parameterOf(to.fact.source, to.operator);
  if (TOLD.has(to.operator)) return { ...others, [parameter]: TOLD.get(to.operator) };
  const isKept = from?.fact === to.fact && !isTold(from) && !isTold(to);
  return isKept ? withParameter(others, parameter, value) : others;
}

/** Whether the value of an operator means nothing to others: a period, or none. */
const isTold = ({ operator }: Chosen): boolean => operator === 'within' || TOLD.has(operator);

interface FieldChoiceProps {
  fields: readonly FieldFact[];
  chosen: FieldFact | null;
  onChoose: (fact: FieldFact) => void;
}

function FieldChoice({ fields, chosen, onChoose }: FieldChoiceProps) {
  const translate = useTranslate();
  const labels = useLabels();
  const resource = useResourceContext() ?? '';
  return (
    <Autocomplete
      options={[...fields]}
      value={chosen}
      disableClearable={chosen !== null}
      autoHighlight
      openOnFocus
      getOptionLabel={({ source }) => labels.field(resource, source)}
      getOptionKey={({ source }) => source}
      isOptionEqualToValue={(one, other) => one.source === other.source}
      onChange={(_, fact) => fact && onChoose(fact)}
      renderInput={(params) => (
        <TextField {...params} label={translate('filter.field')} autoFocus={chosen === null} />
      )}
    />
  );
}

interface OperatorChoiceProps {
  chosen: Chosen;
  onChoose: (next: Chosen) => void;
}

function OperatorChoice({ chosen: { fact, operator }, onChoose }: OperatorChoiceProps) {
  const translate = useTranslate();
  return (
    <TextField
      select
      label={translate('filter.operator')}
      value={operator}
      onChange={(event) => onChoose({ fact, operator: event.target.value as FilterOperator })}
    >
      {operatorsOf(fact).map((one) => (
        <MenuItem key={one} value={one}>
          {translate(`filter.operators.${one}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}
