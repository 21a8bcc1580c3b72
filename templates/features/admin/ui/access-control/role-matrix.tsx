import CheckIcon from '@mui/icons-material/Check';
import RemoveIcon from '@mui/icons-material/Remove';
import {
  Box,
  ButtonBase,
  Checkbox,
  Paper,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Tooltip,
  Typography,
} from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import type { AppResource } from '../application';
import { useLabels } from '../components/texts';
import { WORDS, wordsOf, type ModelPermissions, type Word } from './role-permissions';

/** A model's actions, each with the word for it in a role. */
const COLUMNS = [
  { action: 'list', word: 'read' },
  { action: 'show', word: 'read' },
  { action: 'create', word: 'create' },
  { action: 'edit', word: 'edit' },
  { action: 'delete', word: 'delete' },
] as const;

export interface RoleMatrixProps {
  methods: readonly string[];
  models: readonly AppResource[];
  /** By resource; empty until loaded. */
  permissions: Readonly<Record<string, ModelPermissions>>;
  /** The model whose preview is shown. */
  chosen: string | undefined;
  onChoose: (resource: string) => void;
  onToggle: ((word: Word, allowed: boolean) => void) | undefined;
  /** Buttons next to the title. */
  children: ReactNode;
}

/** Models by words: the first row is what the role has, the others what each model allows. */
export function RoleMatrix({ children, ...rows }: RoleMatrixProps) {
  const translate = useTranslate();
  return (
    <Paper variant="outlined" component="section" sx={{ overflow: 'clip' }}>
      <Box sx={{ p: 2, display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Box sx={{ flex: '1 1 320px' }}>
          <Typography variant="h3" component="h2">
            {translate('role.matrix')}
          </Typography>
          <Typography variant="caption">{translate('role.matrix_help')}</Typography>
        </Box>
        {children}
      </Box>
      <Box sx={SCROLLED} tabIndex={0} role="region" aria-label={translate('role.matrix')}>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{translate('role.model')}</TableCell>
              {COLUMNS.map(({ action }) => (
                <TableCell key={action} align="center">
                  {translate(`action.${action}`)}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <Rows {...rows} />
        </Table>
      </Box>
      <Typography variant="caption" component="p" sx={LEGEND}>
        {translate('role.legend')}
      </Typography>
    </Paper>
  );
}

/** Narrow enough for a phone, and as wide as the names of models. */
const SCROLLED = {
  overflowX: 'auto',
  '& td, & th:not(:first-of-type)': { px: { xs: 0.25, sm: 1.5 } },
  '& th': { fontSize: { xs: '0.6875rem', sm: '0.75rem' } },
  '& th:first-of-type': { px: { xs: 1, sm: 1.5 } },
};
const LEGEND = { p: 1.5, borderTop: 1, borderColor: 'divider' };

type RowsProps = Omit<RoleMatrixProps, 'children'>;

function Rows({ methods, models, permissions, chosen, onChoose, onToggle }: RowsProps) {
  const words = wordsOf(methods);
  return (
    <TableBody>
      <AllModelsRow words={words} onToggle={onToggle} />
      {models.map(({ name }) => (
        <ModelRow
          key={name}
          resource={name}
          words={words}
          actions={permissions[name]?.actions}
          isChosen={name === chosen}
          onChoose={() => onChoose(name)}
        />
      ))}
    </TableBody>
  );
}

type AllModelsRowProps = Pick<RoleMatrixProps, 'onToggle'> & { words: readonly Word[] };

/** What the role may do with every model that does not restrict it; viewing lists and records is one. */
function AllModelsRow({ words, onToggle }: AllModelsRowProps) {
  const translate = useTranslate();
  return (
    <TableRow sx={{ bgcolor: 'action.selected' }}>
      <TableCell component="th" scope="row" sx={{ fontWeight: 600 }}>
        {translate('role.all_models')}
      </TableCell>
      {WORDS.map((word) => {
        const allowed = words.includes(word);
        return (
          <TableCell key={word} align="center" colSpan={word === 'read' ? 2 : 1}>
            {onToggle ? (
              <Checkbox
                checked={allowed}
                onChange={(_, on) => onToggle(word, on)}
                slotProps={{ input: { 'aria-label': translate(`role.all_${word}`) } }}
                sx={{ my: -0.75 }}
              />
            ) : (
              <Mark state={allowed ? 'allowed' : 'not_allowed'} />
            )}
          </TableCell>
        );
      })}
    </TableRow>
  );
}

interface ModelRowProps {
  resource: string;
  words: readonly Word[];
  /** Undefined until loaded. */
  actions: readonly string[] | undefined;
  isChosen: boolean;
  onChoose: () => void;
}

function ModelRow({ resource, words, actions, isChosen, onChoose }: ModelRowProps) {
  const labels = useLabels();
  return (
    <TableRow hover selected={isChosen} onClick={onChoose} sx={{ cursor: 'pointer' }}>
      <TableCell component="th" scope="row">
        <ButtonBase
          aria-pressed={isChosen}
          sx={{ font: 'inherit', fontWeight: 500, borderRadius: 1 }}
        >
          {labels.many(resource)}
        </ButtonBase>
      </TableCell>
      {COLUMNS.map(({ action, word }) => (
        <TableCell key={action} align="center">
          {actions && <Mark state={stateOf(actions.includes(action), words.includes(word))} />}
        </TableCell>
      ))}
    </TableRow>
  );
}

type State = 'allowed' | 'narrowed' | 'not_allowed';

const stateOf = (here: boolean, everywhere: boolean): State =>
  here ? 'allowed' : everywhere ? 'narrowed' : 'not_allowed';

const INK = { allowed: 'success.main', narrowed: 'warning.main', not_allowed: 'text.disabled' };

function Mark({ state }: { state: State }) {
  const label = useTranslate()(`role.${state}`);
  const Icon = state === 'allowed' ? CheckIcon : RemoveIcon;
  return (
    <Tooltip title={label}>
      <Icon
        role="img"
        aria-label={label}
        aria-hidden={false}
        sx={{ fontSize: 18, color: INK[state], verticalAlign: 'middle' }}
      />
    </Tooltip>
  );
}
