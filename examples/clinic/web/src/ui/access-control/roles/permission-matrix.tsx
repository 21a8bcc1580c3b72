import CheckIcon from '@mui/icons-material/Check';
import RemoveIcon from '@mui/icons-material/Remove';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { exceptionOf } from '../../api/permissions';
import type { ResourcePermissions } from '../../api/permissions';
import { readCached } from '../../api/storage';
import { useApplication } from '../../application/application';
import { useLabels } from '../../components/use-labels';

const SHOWN = ['list', 'show', 'create', 'edit', 'delete', 'clone'] as const;

export interface PermissionMatrixProps {
  role: string;
  /** What the role's methods allow anywhere. */
  actions: readonly string[];
}

/** What a role may do with each model: its methods, narrowed by the model's exceptions. */
export function PermissionMatrix({ role, actions }: PermissionMatrixProps) {
  const translate = useTranslate();
  const { resources, accessControl } = useApplication();
  return (
    <Paper variant="outlined" component="section" sx={{ overflow: 'clip' }}>
      <Box sx={{ p: 2 }}>
        <Typography variant="h3" component="h2">
          {translate('role.per_model')}
        </Typography>
        <Typography variant="caption">{translate('role.per_model_help')}</Typography>
      </Box>
      <Box
        sx={{ overflowX: 'auto' }}
        tabIndex={0}
        role="region"
        aria-label={translate('role.per_model')}
      >
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{translate('role.model')}</TableCell>
              {SHOWN.map((action) => (
                <TableCell key={action} align="center">
                  {translate(`action.${action}`)}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {[...resources, ...accessControl].map(({ name }) => (
              <MatrixRow key={name} resource={name} role={role} actions={actions} />
            ))}
          </TableBody>
        </Table>
      </Box>
      <Typography
        variant="caption"
        component="p"
        sx={{ p: 1.5, borderTop: 1, borderColor: 'divider' }}
      >
        {translate('role.legend')}
      </Typography>
    </Paper>
  );
}

const ADMIN_ONLY: Record<string, readonly string[]> = { Admin: [...SHOWN], '*': [] };

function MatrixRow({ resource, role, actions }: PermissionMatrixProps & { resource: string }) {
  const labels = useLabels();
  const exceptions = readCached<ResourcePermissions>('resourcePermissions') ?? {};
  const isSystem = useApplication().accessControl.some(({ name }) => name === resource);
  const own = exceptionOf(exceptions[resource] ?? (isSystem ? ADMIN_ONLY : undefined), role);
  return (
    <TableRow>
      <TableCell component="th" scope="row" sx={{ fontWeight: 500 }}>
        {labels.many(resource)}
      </TableCell>
      {SHOWN.map((action) => (
        <TableCell key={action} align="center">
          <Mark
            allowed={actions.includes(action) && (own === undefined || own.includes(action))}
            narrowed={actions.includes(action) && own !== undefined && !own.includes(action)}
          />
        </TableCell>
      ))}
    </TableRow>
  );
}

function Mark({ allowed, narrowed }: { allowed: boolean; narrowed: boolean }) {
  const translate = useTranslate();
  const key = allowed ? 'allowed' : narrowed ? 'narrowed' : 'not_allowed';
  const Icon = allowed ? CheckIcon : RemoveIcon;
  const color = allowed ? 'success.main' : narrowed ? 'warning.main' : 'text.disabled';
  const label = translate(`role.${key}`);
  return (
    <Tooltip title={label}>
      <Icon
        role="img"
        aria-label={label}
        aria-hidden={false}
        sx={{ fontSize: 18, color, verticalAlign: 'middle' }}
      />
    </Tooltip>
  );
}
