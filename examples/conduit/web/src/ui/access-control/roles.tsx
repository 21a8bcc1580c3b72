import { Box, Chip } from '@mui/material';
import { useFieldValue, useRecordContext, useTranslate } from 'react-admin';
import { Nothing, type ValueProps } from '../components/fields';
import { TextColumn, columnOf } from '../components/list/columns';
import { ListPage } from '../components/list/list-page';
import { ShowPage, TextDetail, detailOf } from '../components/show/show-page';
import { RoleAccess } from './role-access';
import { wordsOf } from './role-words';
import { UsersTab } from './users';

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
  const record = useRecordContext<{ id: number; name: string; allowed_methods?: string[] }>();
  if (record === undefined) return null;
  return (
    <>
      <Box sx={{ mt: 2.5 }}>
        <RoleAccess role={record.name} methods={record.allowed_methods ?? []} />
      </Box>
      <UsersTab target="roles" source="name" />
    </>
  );
}
