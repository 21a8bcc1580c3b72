import { Box, Chip, MenuItem, Paper, TextField, Typography } from '@mui/material';
import type { SvgIconComponent } from '@mui/icons-material';
import EditIcon from '@mui/icons-material/EditOutlined';
import HiddenIcon from '@mui/icons-material/VisibilityOffOutlined';
import LockIcon from '@mui/icons-material/LockOutlined';
import SecretIcon from '@mui/icons-material/KeyOutlined';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { useDefinition, type AppResource, type FieldFact } from '../application';
import { useLabels } from '../components/texts';
import { VISUALLY_HIDDEN } from '../theme/theme';
import type { ModelPermissions } from './role-permissions';

export interface RolePreviewProps {
  model: AppResource;
  permissions: ModelPermissions;
  models: readonly AppResource[];
  onChoose: (resource: string) => void;
}

/** What users of a role see of a model: which records, buttons and fields. */
export function RolePreview({ model, permissions, models, onChoose }: RolePreviewProps) {
  const translate = useTranslate();
  const labels = useLabels();
  return (
    <Paper variant="outlined" component="section" sx={{ p: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', mb: 2 }}>
        <Box sx={{ flex: '1 1 240px' }}>
          <Typography variant="h3" component="h2">
            {translate('role.preview')}
          </Typography>
          <Typography variant="caption">{translate('role.preview_help')}</Typography>
        </Box>
        <TextField
          select
          label={translate('role.model')}
          value={model.name}
          onChange={(event) => onChoose(event.target.value)}
          sx={{ minWidth: 200 }}
        >
          {models.map(({ name }) => (
            <MenuItem key={name} value={name}>
              {labels.many(name)}
            </MenuItem>
          ))}
        </TextField>
      </Box>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <div role="status">
          <Rows model={model} permissions={permissions} />
        </div>
        <Pages model={model} permissions={permissions} />
        <Fields model={model} permissions={permissions} />
      </Box>
    </Paper>
  );
}

type PartProps = Pick<RolePreviewProps, 'model' | 'permissions'>;

const isOpen = ({ actions }: ModelPermissions) =>
  actions.includes('list') || actions.includes('show');

/** Which records they see, in words. */
function Rows({ model, permissions }: PartProps) {
  const translate = useTranslate();
  const labels = useLabels();
  const name = labels.manyWithin(model.name);
  const { rows } = permissions;
  if (!isOpen(permissions)) return <p style={PLAIN}>{translate('role.rows_closed', { name })}</p>;
  if (rows === null) return <p style={PLAIN}>{translate('role.rows_all', { name })}</p>;
  if (rows.length === 0) return <p style={PLAIN}>{translate('role.rows_none', { name })}</p>;
  return (
    <div>
      {translate('role.rows_some', { name, smart_count: rows.length })}
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
        {rows.map(({ rule, field }) => (
          <li key={`${rule} ${field}`}>
            {translate(`role.rows_${rule}`, {
              field: field === undefined ? '' : labels.field(model.name, field),
            })}
          </li>
        ))}
      </Box>
    </div>
  );
}

const PLAIN = { margin: 0 };

/** The buttons of each page, including those that others have and they do not. */
function Pages({ model, permissions: { actions } }: PartProps) {
  const translate = useTranslate();
  const labels = useLabels();
  const name = labels.oneWithin(model.name);
  const may = (action: string) => actions.includes(action);
  const write = (action: string) => model.readOnly !== true && may(action);
  return (
    <Box sx={COLUMNS}>
      <Page title={translate('role.page_list')} closed={!may('list') && translate('role.no_list')}>
        <Button label={translate('list.create', { name })} there={write('create')} />
        <Button label={translate('role.bulk_edit')} there={write('edit')} />
        <Button label={translate('role.bulk_delete')} there={may('delete')} />
        <Button label={translate('list.export')} there />
      </Page>
      <Page title={translate('role.page_show')} closed={!may('show') && translate('role.no_show')}>
        <Button label={translate('form.edit')} there={write('edit')} />
        <Button label={translate('form.clone')} there={write('create') && write('clone')} />
        <Button label={translate('form.delete')} there={may('delete')} />
      </Page>
      <Page
        title={translate('role.page_form')}
        closed={!write('create') && !write('edit') && translate('role.no_form')}
      >
        <Button label={translate('form.create')} there={write('create')} />
        <Button label={translate('form.save')} there={write('edit')} />
      </Page>
    </Box>
  );
}

const COLUMNS = {
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(220px, 100%), 1fr))',
};

interface PageProps {
  title: string;
  /** Why the page does not exist, if so. */
  closed: string | false;
  children: ReactNode;
}

function Page({ title, closed, children }: PageProps) {
  return (
    <Paper variant="outlined" sx={{ p: 1.5, bgcolor: 'background.default' }}>
      <Typography variant="overline" component="h3">
        {title}
      </Typography>
      {closed === false ? (
        <Box component="ul" sx={LIST}>
          {children}
        </Box>
      ) : (
        <Typography sx={{ color: 'text.secondary', mt: 0.5 }}>{closed}</Typography>
      )}
    </Paper>
  );
}

const LIST = {
  listStyle: 'none',
  m: 0,
  mt: 0.75,
  p: 0,
  display: 'flex',
  flexWrap: 'wrap',
  gap: 0.75,
};

function Button({ label, there }: { label: string; there: boolean }) {
  const translate = useTranslate();
  return (
    <li>
      {there ? (
        <Chip label={label} variant="outlined" sx={{ bgcolor: 'background.paper' }} />
      ) : (
        <Box component="s" sx={{ color: 'text.secondary', px: 1, fontSize: '0.8125rem' }}>
          <Box component="span" sx={VISUALLY_HIDDEN}>
            {translate('role.absent', { name: label })}
          </Box>
          <span aria-hidden>{label}</span>
        </Box>
      )}
    </li>
  );
}

/** The state of a field, by whether it is shown and whether it can be changed. */
const FIELD_STATES = [
  { name: 'changed', read: true, write: true, icon: EditIcon },
  { name: 'read_only', read: true, write: false, icon: LockIcon },
  { name: 'write_only', read: false, write: true, icon: SecretIcon },
  { name: 'hidden', read: false, write: false, icon: HiddenIcon },
] as const;

function Fields({ model, permissions }: PartProps) {
  const translate = useTranslate();
  const fields = useDefinition(model.name)?.fields ?? [];
  const rule = fieldRuleOf(model, permissions);
  if (!isOpen(permissions)) return null;
  return (
    <Box sx={COLUMNS}>
      {FIELD_STATES.map(({ name, read, write, icon }) => {
        const some = fields.filter(
          ({ source }) => rule(source).read === read && rule(source).write === write,
        );
        if (some.length === 0) return null;
        return (
          <FieldGroup
            key={name}
            title={translate(`role.fields_${name}`)}
            {...{ icon, model, fields: some }}
          />
        );
      })}
    </Box>
  );
}

/** A field's permission by the service; read-only models have no inputs. */
function fieldRuleOf({ readOnly }: AppResource, { fields }: ModelPermissions) {
  return (source: string) => {
    const { read = false, write = false } = fields[source] ?? {};
    return { read, write: write && readOnly !== true };
  };
}

interface FieldGroupProps {
  title: string;
  icon: SvgIconComponent;
  model: AppResource;
  fields: readonly FieldFact[];
}

function FieldGroup({ title, icon: Icon, model, fields }: FieldGroupProps) {
  const labels = useLabels();
  return (
    <div>
      <Typography
        variant="overline"
        component="h3"
        sx={{ display: 'flex', gap: 0.75, alignItems: 'center' }}
      >
        <Icon aria-hidden sx={{ fontSize: 15 }} />
        {title}
      </Typography>
      <Box component="ul" sx={LIST}>
        {fields.map(({ source }) => (
          <li key={source}>
            <Chip label={labels.field(model.name, source)} />
          </li>
        ))}
      </Box>
    </div>
  );
}
