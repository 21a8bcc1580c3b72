import { Box, Drawer, Typography } from '@mui/material';
import { useId, useMemo, useState, type ReactNode } from 'react';
import {
  ResourceContextProvider,
  RouterProviderContext,
  SourceContextProvider,
  useRouterProvider,
  useTranslate,
} from 'react-admin';
import { useDefinition } from '../../application';
import { ConfirmDialog } from '../confirm-dialog';
import type { NewRecordProps } from '../record-picker';
import { useLabels } from '../texts';
import { AsideContext } from './aside';
import { InputPlaceContext } from './use-form-input';

/** The form for a new record in a panel beside the form that needs it. */
export function CreateAside({ resource, first, onCreated, onClose }: NewRecordProps) {
  const translate = useTranslate();
  const labels = useLabels();
  const titleId = useId();
  const Form = useDefinition(resource)?.create;
  const [isDirty, setDirty] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const leave = () => (isDirty ? setAsking(true) : onClose());
  if (Form === undefined) return null;
  return (
    <Drawer
      anchor="right"
      open
      // A click beside the panel is no decision to lose what was typed.
      onClose={(_, reason) => reason === 'escapeKeyDown' && leave()}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': titleId, sx: PANEL } }}
    >
      <Typography id={titleId} variant="h2" sx={{ p: 2, pb: 0 }}>
        {translate('form.new', { name: labels.oneWithin(resource) })}
      </Typography>
      <Box sx={{ p: 2 }}>
        <ApartFromPage resource={resource}>
          <AsideContext value={{ first, onDirty: () => setDirty(true), onCreated, onClose: leave }}>
            <Form />
          </AsideContext>
        </ApartFromPage>
      </Box>
      {isAsking && (
        <ConfirmDialog
          title={translate('form.unsaved')}
          text={translate('form.unsaved_help')}
          confirm={translate('form.leave')}
          cancel={translate('form.stay')}
          danger
          onConfirm={onClose}
          onClose={() => setAsking(false)}
        />
      )}
    </Drawer>
  );
}

const PANEL = { width: { xs: '100%', sm: 520 } };

/** A form of another model within a form: neither the place of the input that opened it nor the page's address is its own. */
function ApartFromPage({ resource, children }: { resource: string; children: ReactNode }) {
  const router = useRouterProvider();
  const apart = useMemo(
    () => ({
      ...router,
      // react-admin fills forms with what an address says (`?source=`).
      useLocation: () => ({ ...router.useLocation(), search: '', state: null }),
    }),
    [router],
  );
  const source = useMemo(
    () => ({
      getSource: (name: string) => name,
      getLabel: (name: string) => `resources.${resource}.fields.${name}`,
    }),
    [resource],
  );
  return (
    <RouterProviderContext value={apart}>
      <InputPlaceContext value={null}>
        <SourceContextProvider value={source}>
          <ResourceContextProvider value={resource}>{children}</ResourceContextProvider>
        </SourceContextProvider>
      </InputPlaceContext>
    </RouterProviderContext>
  );
}
