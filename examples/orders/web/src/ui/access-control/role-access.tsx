import { Alert, Box } from '@mui/material';
import { Suspense, useState, type ReactNode } from 'react';
import { allResources, useApplication } from '../application';
import { TableLoading } from '../components/loading';
import { useErrorText } from '../components/texts';
import { RoleMatrix } from './role-matrix';
import { useRolePermissions } from './role-permissions';
import { RolePreview } from './role-preview';
import type { Word } from './role-words';

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
