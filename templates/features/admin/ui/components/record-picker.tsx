import { Autocomplete, Box, MenuItem, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { useGetList, useResourceContext, useTranslate } from 'react-admin';
import { useGivenRoles } from '../api/ceiling';
import { knownRecord, sessionMayDo, useCanWrite, useFieldRuleOf } from '../api/session';
import { tenantName, tenantsFor, useTenants } from '../api/tenants';
import {
  loadDefinition,
  useAppResource,
  usualSort,
  type AppResource,
  type FieldFact,
  type RecordId,
  type Row,
} from '../application';
import { useReferredRows } from './fields';
import { numberOf } from './formats';
import { CreateOption, RecordOption } from './record-option';
import { useDebounced } from './use-debounced';
import { useLabels } from './texts';

/** What the form for a record that was not found is given. */
export interface NewRecordProps {
  resource: string;
  /** What its fields begin with. */
  first: Readonly<Record<string, unknown>>;
  onCreated: (row: Row) => void;
  onClose: () => void;
}

interface CommonProps {
  resource: string;
  label: ReactNode;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  /** The text that the open input shows before somebody types. */
  placeholder?: string | undefined;
  autoFocus?: boolean | undefined;
  error?: boolean | undefined;
  helperText?: ReactNode;
  onBlur?: (() => void) | undefined;
  /** Called with the record that was chosen, all of it; null where none is any more. */
  onPick?: ((row: Row | null) => void) | undefined;
  /** The field whose values are picked in place of ids. */
  keyField?: string | undefined;
  /** Records that may not be picked. */
  without?: readonly RecordId[];
  /** What the records to choose from are narrowed to. */
  filter?: Readonly<Record<string, unknown>>;
  /** Whether it is the tenant of the record in the form: of those that the user sees elsewhere alone, none may be named. */
  isOwnTenant?: boolean;
  /** The form by which those who may create records do so where they find none. */
  NewRecord?: ComponentType<NewRecordProps> | undefined;
}

export type RecordPickerProps = CommonProps &
  (
    | { multiple: true; value: RecordId[]; onChange: (ids: RecordId[]) => void }
    | { multiple?: false; value: RecordId | null; onChange: (id: RecordId | null) => void }
  );

/** Picks records of a resource by typing; users who may not list them pick one of their tenants, or type a bare id. */
export function RecordPicker(props: RecordPickerProps) {
  const { tenants, every_tenant: everyTenant } = useTenants();
  const isAnyTenant = everyTenant.includes(useResourceContext() ?? '');
  const isOwn = props.isOwnTenant === true && !isAnyTenant;
  if (!isOwn && sessionMayDo('list', props.resource)) return <SearchPicker {...props} />;
  const isKnown = props.resource === 'tenant' && tenants.length > 0;
  return isKnown ? <TenantPicker {...props} /> : <IdField {...props} />;
}

const TYPING_PAUSE = 200;
const OPTIONS_SHOWN = 25;

function SearchPicker(props: RecordPickerProps) {
  const { resource, label, multiple = false, NewRecord, ...field } = props;
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const { chosen, records, isLooking, offersNew, take, change, sought, onCreated, onClose } =
    usePicking(props, text, open);
  const keys = useKeys(text, open ? records : [], take);
  return (
    <>
      <Autocomplete<Row, boolean>
        {...keys}
        fullWidth
        slotProps={{ popper: { sx: OPTIONS } }}
        autoHighlight={text !== ''}
        multiple={multiple}
        open={open}
        onOpen={() => setOpen(true)}
        onClose={() => setOpen(false)}
        options={offersNew ? [...records, NEW] : records}
        loading={isLooking}
        disabled={field.disabled ?? false}
        noOptionsText={translate('form.no_options')}
        loadingText={translate('app.loading')}
        value={multiple ? chosen : (chosen[0] ?? null)}
        onChange={(_, picked) => {
          // A text that is the whole name of what is picked changes no more, and is none that was typed to find something.
          setText('');
          change(picked);
        }}
        onInputChange={(_, input, reason) => setText(reason === 'input' ? input : '')}
        onBlur={() => field.onBlur?.()}
        getOptionKey={({ id }) => id}
        getOptionLabel={({ _label }) => _label}
        isOptionEqualToValue={(option, other) => option.id === other.id}
        filterOptions={(all) => all}
        renderOption={({ key, ...props }, row) => (
          <Box component="li" key={key} {...props}>
            <Entry {...{ resource, row, text, records }} />
          </Box>
        )}
        renderInput={(params) => (
          <TextField
            {...params}
            label={label}
            // A name that its cell cuts can be read in full.
            title={multiple || open ? undefined : chosen[0]?._label}
            required={field.required ?? false}
            error={field.error ?? false}
            helperText={field.helperText}
            {...(chosen.some(({ _label }) => _label === UNNAMED) && { sx: SKELETON })}
            autoFocus={field.autoFocus ?? false}
            placeholder={open ? (field.placeholder ?? translate('form.search_reference')) : ''}
          />
        )}
      />
      {sought !== null && NewRecord && (
        <NewRecord {...{ resource, onCreated, onClose }} first={sought} />
      )}
    </>
  );
}

/** The cell of a table is narrower than the names of what can be picked in it. */
const OPTIONS = { minWidth: 'min(340px, 90vw)' };

/** The label of a chosen record until its own is there, which is shown as a bar. */
const UNNAMED = '…';

const SKELETON = {
  '& .MuiAutocomplete-input': { color: 'transparent', bgcolor: 'action.hover', borderRadius: 1 },
};

/** What can be picked, and what becomes of it. */
function usePicking(props: RecordPickerProps, text: string, open: boolean) {
  const { resource, multiple, value, onChange, onPick, without = [], filter = {} } = props;
  const [sought, setSought] = useState<NewRecordProps['first'] | null>(null);
  const fields = useFields(resource, open);
  const mayCreate = useCanWrite(resource, 'create');
  const { keyField } = props;
  const keyOf = (row: Row) => row[keyField ?? 'id'] as RecordId;
  const chosen = useChosen(resource, multiple ? value : value === null ? [] : [value], keyField);
  const { found, isLooking } = useFound(resource, text, filter, open);
  const change = (picked: Row | Row[] | null) => {
    if ([picked].flat().includes(NEW)) setSought({ ...filter, ...namedBy(text, fields) });
    else if (multiple) onChange((picked as Row[]).map(keyOf));
    else {
      onChange(picked === null ? null : keyOf(picked as Row));
      onPick?.(picked as Row | null);
    }
  };
  const take = (row: Row) =>
    change(multiple ? [...chosen.filter(({ id }) => id !== row.id), row] : row);
  return {
    ...{ chosen, isLooking, change, take, sought },
    // A record without a value of the field cannot be referred to.
    records: found.filter((row) => !without.includes(row.id) && keyOf(row) != null),
    offersNew: mayCreate && props.NewRecord !== undefined && !isLooking,
    onCreated: (row: Row) => {
      setSought(null);
      take(row);
    },
    onClose: () => setSought(null),
  };
}

/** Records with the label of another one are told apart. */
const sameLabel = (row: Row, options: readonly Row[]): Row[] =>
  options.filter(({ _label }) => _label === row._label);

/** What creates a record, below those that were found. */
const NEW: Row = { id: 0, _label: '' };

interface EntryProps {
  resource: string;
  row: Row;
  text: string;
  records: readonly Row[];
}

function Entry({ resource, row, text, records }: EntryProps) {
  if (row === NEW) return <CreateOption resource={resource} text={text} />;
  return <RecordOption resource={resource} row={row} alike={sameLabel(row, records)} />;
}

/** What was typed, as the name of a new record: its first text, or the two that the name of a person has. */
export function namedBy(
  text: string,
  fields: readonly FieldFact[],
): Readonly<Record<string, string>> {
  const [name, more] = fields.filter(
    ({ type, values, key }) => type === 'string' && !values && key !== true,
  );
  if (text === '' || name === undefined) return {};
  const [first = '', ...others] = text.trim().split(/\s+/);
  const isInTwo = more !== undefined && others.length > 0 && FIRST_NAME.test(name.source);
  return isInTwo
    ? { [name.source]: first, [more.source]: others.join(' ') }
    : { [name.source]: text.trim() };
}

const FIRST_NAME = /^(first|given)_name$/;

/** After something was typed, Tab takes the match that arrow keys or the mouse have gone to, or else the first; so does Enter. */
function useKeys(text: string, matches: readonly Row[], take: (row: Row) => void) {
  const reached = useRef<Row | null>(null);
  useEffect(() => {
    reached.current = null;
  }, [text]);
  return {
    onHighlightChange: (_: unknown, row: Row | null) => {
      reached.current = row;
    },
    onKeyDown: (event: KeyboardEvent & { defaultMuiPrevented?: boolean }) => {
      const match = reached.current ?? (text === '' ? undefined : matches[0]);
      // An arrow too many creates nothing: up from the first match is the entry that does.
      if (event.key === 'ArrowDown' && match && match === matches.at(-1))
        event.defaultMuiPrevented = true;
      if (text === '') return;
      // What was typed to find a record is no choice yet, with which the form could be saved.
      if (event.key === 'Enter') event.preventDefault();
      if (event.key === 'Tab' && match && match !== NEW) take(match);
    },
  };
}

/** The records that a typed text finds; none that were found before the last key, as Enter would choose among them. */
function useFound(resource: string, text: string, filter: object, enabled: boolean) {
  const query = useDebounced(text, TYPING_PAUSE);
  const wanted = query === '' ? filter : { ...filter, q: query };
  const { data = [], isLoading } = useOptions(resource, wanted, enabled);
  const exact = useExact(resource, query, filter, enabled);
  const isLooking = isLoading || exact.isLoading || query !== text;
  const others = data.filter(({ id }) => exact.found.every((one) => one.id !== id));
  return { found: isLooking ? [] : [...exact.found, ...others], isLooking };
}

/** The record whose number or code was typed in full: among newer ones that contain it there might be no place for it. */
function useExact(resource: string, text: string, filter: object, enabled: boolean) {
  const source = useUniqueText(resource, text, enabled);
  const isAsked = enabled && text !== '' && source !== undefined;
  const wanted = { ...filter, [source ?? '']: text };
  const { data = [], isLoading } = useOptions(resource, wanted, isAsked);
  return { found: text === '' ? [] : data, isLoading };
}

/** The first records with a filter. */
function useOptions(resource: string, filter: object, enabled: boolean) {
  const sort = usualSort(useAppResource(resource));
  const pagination = { page: 1, perPage: OPTIONS_SHOWN };
  return useGetList<Row>(resource, { filter, pagination, sort }, { enabled });
}

/** What is known of the fields of a model, once a list of its records is open: no form waits for that. */
function useFields(resource: string, enabled: boolean): readonly FieldFact[] {
  const model = useAppResource(resource);
  const { data = [] } = useQuery({
    queryKey: [resource, 'fields'],
    queryFn: async () => (model ? (await loadDefinition(model)).fields : []),
    enabled,
  });
  return data;
}

/** The field that tells records apart by a text that was typed: a number, a code. */
function useUniqueText(resource: string, text: string, enabled: boolean): string | undefined {
  const ruleOf = useFieldRuleOf(resource);
  const fields = useFields(resource, enabled);
  return fields.find((fact) => tellsApart(fact, text) && ruleOf(fact.source).read)?.source;
}

/** Whether records are told apart by a field, and a text can be its value. */
export const tellsApart = ({ type, unique, key }: FieldFact, text: string): boolean =>
  (type === 'string' && unique === true) ||
  (key === true && (type === 'integer' || type === 'bigint') && /^-?\d{1,15}$/.test(text));

/** The currently picked records; one that cannot be read goes by its number. */
function useChosen(resource: string, ids: RecordId[], keyField: string | undefined): Row[] {
  const { data, isLoading } = useReferredRows(resource, ids, keyField);
  const key = JSON.stringify(ids);
  const name = useLabels().one(resource);
  return useMemo(() => {
    const own = keyField ?? 'id';
    const rows = new Map((data ?? []).filter(Boolean).map((row) => [row[own] as RecordId, row]));
    const unread = (id: RecordId): Row => ({
      ...{ id, [own]: id },
      _label: isLoading ? UNNAMED : (knownRecord(resource, id) ?? `${name} ${id}`),
    });
    return (JSON.parse(key) as RecordId[]).map((id) => rows.get(id) ?? unread(id));
  }, [data, isLoading, key, keyField, name, resource]);
}

/** Tenants that such records have for the user, for those who may not list tenants. */
function TenantPicker(props: RecordPickerProps) {
  const { resource, multiple = false, value, onChange, label, helperText, onBlur } = props;
  const { required = false, disabled = false, error = false } = props;
  const translate = useTranslate();
  const choice = useTenants();
  const tenants = tenantsFor(useResourceContext() ?? '', choice);
  const others = [value ?? []].flat().filter((one) => tenants.every(({ id }) => id !== one));
  const change = (picked: unknown) => {
    if (multiple) (onChange as (ids: RecordId[]) => void)(picked as RecordId[]);
    else (onChange as (id: RecordId | null) => void)(Number(picked) || null);
  };
  return (
    <TextField
      select
      fullWidth
      value={value ?? ''}
      onChange={(event) => change(event.target.value)}
      onBlur={() => onBlur?.()}
      slotProps={{ select: { multiple } }}
      {...{ label, helperText, required, disabled, error }}
    >
      {!required && !multiple && <MenuItem value="">{translate('form.none')}</MenuItem>}
      {others.map((id) => (
        <MenuItem key={id} value={id}>
          {tenantName(resource, id) ?? numberOf(id)}
        </MenuItem>
      ))}
      {tenants.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** The ids that somebody typed: the numbers in a text or, if ids are texts, its parts between commas; a single id may have commas. */
export function idsIn(text: string, key: AppResource['key'], multiple: boolean): RecordId[] {
  if (key === undefined) return (text.match(/\d+/g) ?? []).map(Number);
  const parts = multiple ? text.split(',') : [text];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function IdField(props: RecordPickerProps) {
  const { label, multiple, value, onChange, helperText, resource, ...field } = props;
  const translate = useTranslate();
  const { keyField } = field;
  const fields = useFields(resource, keyField !== undefined);
  const type = fields.find(({ source }) => source === keyField)?.type;
  const own = useAppResource(resource)?.key;
  // Like an id, a number that is typed in place of one is a number in JSON.
  const key = keyField === undefined ? own : type === 'integer' ? undefined : 'string';
  const [text, setText] = useState(multiple ? value.join(', ') : String(value ?? ''));
  const change = (input: string) => {
    setText(input);
    const ids = idsIn(input, key, multiple === true);
    if (multiple) onChange(ids);
    else onChange(ids[0] ?? null);
  };
  return (
    <TextField
      fullWidth
      label={label}
      value={text}
      required={field.required ?? false}
      disabled={field.disabled ?? false}
      error={field.error ?? false}
      helperText={helperText ?? translate('form.assign_id')}
      onChange={(event) => change(event.target.value)}
      onBlur={() => field.onBlur?.()}
      slotProps={{ htmlInput: { inputMode: key === undefined ? 'numeric' : 'text' } }}
    />
  );
}

export interface KeysPickerProps {
  resource: string;
  /** The field by which the records are identified, such as the name of a role. */
  keyField: string;
  label: ReactNode;
  value: string[];
  onChange: (keys: string[]) => void;
  id?: string;
  name?: string;
  required?: boolean;
  disabled?: boolean;
  error?: boolean;
  helperText?: ReactNode;
  inputRef?: Ref<HTMLElement>;
  onBlur?: () => void;
}

/** Kinds of records with a key other than their id have few records. */
const MAX_RECORDS = 500;

/** Picks records that are identified by something other than their ids. */
export function KeysPicker(props: KeysPickerProps) {
  const { resource, keyField } = props;
  const { data = [] } = useGetList<Row>(resource, {
    pagination: { page: 1, perPage: MAX_RECORDS },
    sort: { field: keyField, order: 'ASC' },
  });
  return <KeyChoice {...props} keys={data.map((row) => String(row[keyField]))} />;
}

/** Picks among the roles that the signed-in user may give, who need not be allowed to list roles. */
export function RolesPicker(props: KeysPickerProps) {
  return <KeyChoice {...props} keys={useGivenRoles() ?? []} />;
}

interface KeyChoiceProps extends KeysPickerProps {
  keys: readonly string[];
}

function KeyChoice(props: KeyChoiceProps) {
  const { resource: _, keyField: __, keys, value, onChange, onBlur, ...rest } = props;
  const { disabled = false, ...field } = rest;
  const translate = useTranslate();
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      fullWidth
      options={keys}
      value={value}
      disabled={disabled}
      noOptionsText={translate('form.no_options')}
      onBlur={() => onBlur?.()}
      onChange={(_, keys) => onChange(keys)}
      renderInput={(params) => <TextField {...params} {...field} />}
    />
  );
}
