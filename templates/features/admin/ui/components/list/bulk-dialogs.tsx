import {
  Form,
  RecordContextProvider,
  useDataProvider,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import type { BulkResult } from '../../api/bulk';
import type { ServiceProvider } from '../../api/data-provider';
import { needsNoInput, useFieldRuleOf } from '../../api/session';
import { Cascaded } from '../cascaded';
import { DialogFrame } from '../confirm-dialog';
import { useDeletion } from '../delete-record';
import { useLabels } from '../texts';
import { BulkOutcome, BulkProgress, useBulkRun, type BulkDialogProps } from './bulk-run';
import CloseIcon from '@mui/icons-material/Close';
import { Alert, Box, Button, IconButton, MenuItem, TextField } from '@mui/material';
import { useId, useState, type ComponentType } from 'react';
import {
  useApplication,
  type BulkInputProps,
  type FieldFact,
  type FieldType,
} from '../../application';
import { FormFacts, type FormInputProps } from '../form/use-form-input';
import { ColorInput } from '../form/color-input';
import {
  BigintInput,
  BooleanInput,
  ChoiceInput,
  DateInput,
  DatetimeInput,
  LongTextInput,
  NumberInput,
  TextInput,
  TimeInput,
  UuidInput,
} from '../form/inputs';
import {
  JsonInput,
  KeysInput,
  RecordInput,
  RecordsInput,
  SuggestionInput,
} from '../form/own-inputs';

/** Confirms once, then deletes the selected rows; failures are shown. */
export function BulkDeleteDialog({ target, onClose }: BulkDialogProps) {
  const translate = useTranslate();
  const provider = useDataProvider<ServiceProvider>();
  const { resource, total } = target;
  const help = useDeletion(resource)?.help ?? 'bulk.delete_help';
  const { run, stop, tried, isRunning, result } = useBulkRun({ target, onClose }, DELETED);
  if (result) return <NotDeletedDialog {...{ resource, result, onClose }} />;
  const actions = isRunning ? (
    <BulkProgress tried={tried} total={total} onStop={stop} />
  ) : (
    <>
      <Button onClick={onClose} autoFocus>
        {translate('form.cancel')}
      </Button>
      <Button
        variant="contained"
        color="error"
        onClick={() => run((some) => provider.deleteEach(resource, some))}
      >
        {translate('list.bulk_delete')}
      </Button>
    </>
  );
  return (
    <DialogFrame
      title={translate('bulk.delete_title', { smart_count: total })}
      text={translate(help)}
      actions={actions}
      onClose={isRunning ? stop : onClose}
    >
      {!isRunning && <Cascaded resource={resource} ids={target.ids} />}
    </DialogFrame>
  );
}

const DELETED = 'bulk.deleted';
const EDITED = 'bulk.edited';

interface NotDeletedDialogProps {
  resource: string;
  result: BulkResult;
  onClose: () => void;
}

function NotDeletedDialog({ resource, result, onClose }: NotDeletedDialogProps) {
  const translate = useTranslate();
  const smart_count = result.done + result.failed.length + result.untried;
  return (
    <DialogFrame
      title={translate('bulk.not_deleted', { smart_count })}
      text={translate('bulk.still_selected', { smart_count })}
      wide
      actions={
        <Button variant="outlined" autoFocus onClick={onClose}>
          {translate('app.close')}
        </Button>
      }
      onClose={onClose}
    >
      <BulkOutcome resource={resource} result={result} messageKey={DELETED} />
    </DialogFrame>
  );
}

export interface BulkEditDialogProps extends BulkDialogProps {
  fields: readonly FieldFact[];
}

/** Sets chosen fields of all selected rows; the others stay unchanged. */
export function BulkEditDialog({ fields, target, onClose }: BulkEditDialogProps) {
  const translate = useTranslate();
  const formId = useId();
  const provider = useDataProvider<ServiceProvider>();
  const [chosen, setChosen] = useState<FieldFact[]>([]);
  const { resource, total } = target;
  const { run, stop, tried, isRunning, result } = useBulkRun({ target, onClose }, EDITED);
  const submit = (values: Record<string, unknown>) => {
    const data = Object.fromEntries(chosen.map(({ source }) => [source, values[source] ?? null]));
    run((some) => provider.updateEach(resource, some, data));
  };
  return (
    <DialogFrame
      title={translate('bulk.edit_title', { smart_count: total })}
      text={translate('bulk.edit_help')}
      onClose={isRunning ? stop : onClose}
      actions={
        isRunning ? (
          <BulkProgress tried={tried} total={total} onStop={stop} />
        ) : (
          <EditActions
            formId={formId}
            total={total}
            disabled={chosen.length === 0}
            onClose={onClose}
          />
        )
      }
    >
      <RecordContextProvider value={undefined}>
        <FormFacts fields={fields}>
          <Form id={formId} onSubmit={submit}>
            <Box sx={{ display: 'grid', gap: 2 }}>
              {result && (
                <Alert severity="error" role="presentation">
                  <BulkOutcome resource={resource} result={result} messageKey={EDITED} />
                </Alert>
              )}
              <ChosenFields ids={target.ids} {...{ fields, chosen }} onChange={setChosen} />
            </Box>
          </Form>
        </FormFacts>
      </RecordContextProvider>
    </DialogFrame>
  );
}

interface EditActionsProps {
  formId: string;
  total: number;
  disabled: boolean;
  onClose: () => void;
}

function EditActions({ formId, total, disabled, onClose }: EditActionsProps) {
  const translate = useTranslate();
  return (
    <>
      <Button onClick={onClose}>{translate('form.cancel')}</Button>
      <Button type="submit" form={formId} variant="contained" color="primary" disabled={disabled}>
        {translate('bulk.edit_submit', { smart_count: total })}
      </Button>
    </>
  );
}

interface ChosenFieldsProps extends Pick<BulkInputProps, 'ids'> {
  fields: readonly FieldFact[];
  chosen: readonly FieldFact[];
  onChange: (chosen: FieldFact[]) => void;
}

/** The inputs of the chosen fields, and a menu to choose another. */
function ChosenFields({ fields, chosen, onChange, ids }: ChosenFieldsProps) {
  const ruleOf = useFieldRuleOf();
  const resource = useResourceContext() ?? '';
  const usable = fields.filter(
    (fact) => isEditable(fact) && ruleOf(fact.source).write && !needsNoInput(resource, fact),
  );
  return (
    <>
      {chosen.map((fact) => (
        <ChosenField
          key={fact.source}
          {...{ fact, ids }}
          onRemove={() => onChange(chosen.filter((one) => one !== fact))}
        />
      ))}
      <FieldChooser
        facts={usable.filter((fact) => !chosen.includes(fact))}
        onChoose={(fact) => onChange([...chosen, fact])}
      />
    </>
  );
}

/**
 * No two records can have one value of a unique field, nobody enters a value that is filled in, and lists of values differ from
 * record to record.
 */
function isEditable({ source, type, unique = false, stamp = false }: FieldFact): boolean {
  return !unique && !stamp && type !== 'list' && source !== 'created_at' && source !== 'updated_at';
}

interface ChosenFieldProps extends FieldInputProps {
  onRemove: () => void;
}

function ChosenField({ fact, ids, onRemove }: ChosenFieldProps) {
  const translate = useTranslate();
  const labels = useLabels();
  const name = labels.field(useResourceContext() ?? '', fact.source);
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <FieldInput {...{ fact, ids }} />
      </Box>
      <IconButton
        aria-label={translate('bulk.remove', { name })}
        onClick={onRemove}
        sx={{ mt: 0.5 }}
      >
        <CloseIcon fontSize="small" />
      </IconButton>
    </Box>
  );
}

interface FieldChooserProps {
  facts: readonly FieldFact[];
  onChoose: (fact: FieldFact) => void;
}

function FieldChooser({ facts, onChoose }: FieldChooserProps) {
  const translate = useTranslate();
  const labels = useLabels();
  const resource = useResourceContext() ?? '';
  if (facts.length === 0) return null;
  return (
    <TextField
      select
      fullWidth
      value=""
      label={translate('bulk.choose')}
      onChange={(event) => {
        const fact = facts.find(({ source }) => source === event.target.value);
        if (fact) onChoose(fact);
      }}
    >
      {facts.map(({ source }) => (
        <MenuItem key={source} value={source}>
          {labels.field(resource, source)}
        </MenuItem>
      ))}
    </TextField>
  );
}

type PlainType = Exclude<FieldType, 'enum' | 'exact' | 'list' | 'ref' | 'refs'>;

/** The input of each type whose values are neither chosen from a list nor records. */
const INPUTS: Readonly<Record<PlainType, ComponentType<FormInputProps>>> = {
  string: TextInput,
  text: LongTextInput,
  integer: (props) => <NumberInput {...props} step={1} />,
  float: NumberInput,
  decimal: NumberInput,
  bigint: BigintInput,
  boolean: BooleanInput,
  date: DateInput,
  time: TimeInput,
  datetime: DatetimeInput,
  uuid: UuidInput,
  color: ColorInput,
  json: JsonInput,
};

interface FieldInputProps extends Pick<BulkInputProps, 'ids'> {
  fact: FieldFact;
}

/** The input that suits a field's facts; pages choose theirs, this is for generic forms. */
export function FieldInput({ fact, ids }: FieldInputProps) {
  const { source, type, values, reference, keyField, required = false } = fact;
  const props = { source, required };
  const brought = useApplication().features.flatMap(({ bulkInputs }) => bulkInputs ?? []);
  const own = brought.find(({ isOf }) => isOf(fact));
  if (own) return <own.Input {...props} ids={ids} />;
  if (type === 'enum') return <ChoiceInput {...props} values={values ?? []} />;
  if (values !== undefined) return <SuggestionInput {...props} values={values} />;
  if (reference !== undefined && type === 'ref')
    return <RecordInput {...props} reference={reference} {...(keyField && { keyField })} />;
  if (reference !== undefined && keyField !== undefined)
    return <KeysInput {...props} reference={reference} keyField={keyField} />;
  if (reference !== undefined) return <RecordsInput {...props} reference={reference} />;
  const Input = Object.hasOwn(INPUTS, type) ? INPUTS[type as PlainType] : TextInput;
  return <Input {...props} />;
}
