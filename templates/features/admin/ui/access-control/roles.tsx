import { Alert, Box, Button, Chip, FormHelperText } from '@mui/material';
import { Suspense, useState, type ReactNode } from 'react';
import { useFieldValue, useRecordContext, useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { allResources, type RecordId, useApplication } from '../application';
import { Nothing, type ValueProps } from '../components/fields';
import { CreatePage, EditPage } from '../components/form/form-pages';
import { TextInput } from '../components/form/inputs';
import { useFormInput, type FormInputProps } from '../components/form/use-form-input';
import { TextColumn, columnOf } from '../components/list/columns';
import { ListPage } from '../components/list/list-page';
import { TableLoading } from '../components/loading';
import { ShowPage, TextDetail, detailOf } from '../components/show/show-page';
import { useErrorText } from '../components/texts';
import { RoleMatrix } from './role-matrix';
import { WORD_SETS, methodsOf, useRolePermissions, wordsOf, type Word } from './role-permissions';
import { RolePreview } from './role-preview';
import { UsersTab } from './users-tab';

/** All roles; presets are marked. */
export function RoleList() {
  return (
    <ListPage sort={BY_ID} rowPage="edit">
      <TextColumn source="name" />
      <TextColumn source="description" />
      <WordsColumn source="allowed_methods" sortable={false} />
      <PresetColumn source="is_preset" sortable={false} />
    </ListPage>
  );
}

const BY_ID = { field: 'id', order: 'ASC' } as const;

/** Marks roles that come with the service. */
function PresetValue({ source }: ValueProps) {
  const translate = useTranslate();
  const value = useFieldValue({ source }) as boolean | undefined;
  return value ? (
    <Chip label={translate('role.preset')} color="primary" variant="outlined" />
  ) : (
    <Nothing />
  );
}

const PresetColumn = columnOf(PresetValue);

const PresetDetail = detailOf(PresetValue);

/** What a role may do with all models, in words. */
function WordsValue({ source }: ValueProps) {
  const translate = useTranslate();
  const words = wordsOf((useFieldValue({ source }) as string[] | undefined) ?? []);
  if (words.length === 0) return <Nothing />;
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      {words.map((word) => (
        <Chip key={word} label={translate(`role.may_${word}`)} />
      ))}
    </Box>
  );
}

const WordsColumn = columnOf(WordsValue);

const WordsDetail = detailOf(WordsValue);

/** One role, what it may do with each model, and its users. */
export function RoleShow() {
  return (
    <ShowPage related={<Related />}>
      <TextDetail source="name" />
      <TextDetail source="description" />
      <PresetDetail source="is_preset" />
      <WordsDetail source="allowed_methods" />
    </ShowPage>
  );
}

function Related() {
  const record = useRecordContext<{ id: RecordId; name: string; allowed_methods?: string[] }>();
  if (record === undefined) return null;
  return (
    <>
      <RoleAccess role={record.name} methods={record.allowed_methods ?? []} />
      <UsersTab target="roles" source="name" />
    </>
  );
}

/** A new role. */
export function RoleCreate() {
  return (
    <CreatePage>
      <RoleInputs />
    </CreatePage>
  );
}

/** Edits what a role may do, with the effect on each model. */
export function RoleEdit() {
  return (
    <EditPage>
      <PresetNote />
      <RoleInputs />
    </EditPage>
  );
}

function PresetNote() {
  const translate = useTranslate();
  const isPreset = useRecordContext()?.['is_preset'] === true;
  if (!isPreset) return null;
  return (
    <Alert severity="info" className="wide">
      {translate('role.preset_help')}
    </Alert>
  );
}

function RoleInputs() {
  return (
    <>
      <TextInput source="name" required max={255} />
      <TextInput source="description" max={255} />
      <AccessInput source="allowed_methods" defaultValue={NOTHING} />
    </>
  );
}

const NOTHING: readonly string[] = [];

/** What a role may do, in words: the usual sets, and a matrix to click. */
function AccessInput(props: FormInputProps) {
  const translate = useTranslate();
  const role = useWatch({ name: 'name' }) as string | null | undefined;
  const stored = (useRecordContext()?.[props.source] ?? NOTHING) as readonly string[];
  const input = useFormInput(props, { format: (value) => value ?? [], parse: (value) => value });
  if (input === null) return null;
  const methods = input.value as readonly string[];
  const choose = (words: readonly Word[]) => input.onChange(methodsOf(words, stored));
  const toggle = (word: Word, allowed: boolean) => {
    const others = wordsOf(methods).filter((one) => one !== word);
    choose(allowed ? [...others, word] : others);
  };
  return (
    <div className="wide">
      <RoleAccess
        role={role ?? ''}
        methods={methods}
        {...(!input.disabled && { onToggle: toggle })}
      >
        {Object.entries(WORD_SETS).map(([name, words]) => (
          <Button
            key={name}
            variant="outlined"
            disabled={input.disabled}
            onClick={() => choose(words)}
          >
            {translate(`role.${name}`)}
          </Button>
        ))}
      </RoleAccess>
      <FormHelperText error={input.error}>{input.helperText}</FormHelperText>
    </div>
  );
}

export interface RoleAccessProps {
  role: string;
  methods: readonly string[];
  /** Allows or forbids something for all models; absent where the role is read-only. */
  onToggle?: (word: Word, allowed: boolean) => void;
  /** Buttons next to the title. */
  children?: ReactNode;
}

/** What a role may do with each model, and what its users see of a chosen one. */
export function RoleAccess({ role, methods, onToggle, children }: RoleAccessProps) {
  const errorText = useErrorText();
  const { data, error, isEnabled } = useRolePermissions(role, methods);
  const models = allResources(useApplication()).filter(({ name }) => isEnabled && name);
  const [chosen, setChosen] = useState<string | null>(null);
  const model = models.find(({ name }) => name === chosen) ?? models[0];
  const permissions = model && data?.[model.name];
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 }}>
      <RoleMatrix
        methods={methods}
        models={models}
        permissions={data ?? {}}
        chosen={model?.name}
        onChoose={setChosen}
        onToggle={onToggle}
      >
        {children}
      </RoleMatrix>
      {error && <Alert severity="error">{errorText(error)}</Alert>}
      {permissions && (
        <Suspense fallback={<TableLoading columns={3} />}>
          <RolePreview
            model={model}
            models={models}
            permissions={permissions}
            onChoose={setChosen}
          />
        </Suspense>
      )}
    </Box>
  );
}
