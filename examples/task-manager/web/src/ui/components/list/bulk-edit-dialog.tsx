import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import {
  Form,
  RecordContextProvider,
  useListContext,
  useNotify,
  useResourceContext,
  useTranslate,
  useUpdateMany,
} from 'react-admin';
import { isSignedIn } from '../../api/session';
import type { FieldFact } from '../../application/app-resource';
import { FormFacts } from '../form/field-facts';
import { FieldInput } from '../form/field-input';
import { useFieldRuleOf } from '../use-field-rule';
import { useLabels } from '../use-labels';
import { useBulkFailure } from '../use-problem-texts';
import type { BulkDialogProps } from './bulk-delete-dialog';

export interface BulkEditDialogProps extends BulkDialogProps {
  fields: readonly FieldFact[];
}

/** Sets chosen fields of all selected rows; the others stay as they are. */
export function BulkEditDialog({ fields, ids, onClose }: BulkEditDialogProps) {
  const translate = useTranslate();
  const titleId = useId();
  const formId = useId();
  const [chosen, setChosen] = useState<FieldFact[]>([]);
  const { save, isPending } = useBulkSave({ ids, onClose });
  const ruleOf = useFieldRuleOf();
  const usable = fields.filter((fact) => isEditable(fact) && ruleOf(fact.source).write);
  const submit = (values: Record<string, unknown>) =>
    save(Object.fromEntries(chosen.map(({ source }) => [source, values[source] ?? null])));
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>
        {translate('bulk.edit_title', { smart_count: ids.length })}
      </DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>{translate('bulk.edit_help')}</DialogContentText>
        <RecordContextProvider value={undefined}>
          <FormFacts fields={fields}>
            <Form id={formId} onSubmit={submit}>
              <Box sx={{ display: 'grid', gap: 2 }}>
                {chosen.map((fact) => (
                  <ChosenField
                    key={fact.source}
                    fact={fact}
                    onRemove={() => setChosen(chosen.filter((one) => one !== fact))}
                  />
                ))}
                <FieldChooser
                  facts={usable.filter((fact) => !chosen.includes(fact))}
                  onChoose={(fact) => setChosen([...chosen, fact])}
                />
              </Box>
            </Form>
          </FormFacts>
        </RecordContextProvider>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('form.cancel')}</Button>
        <Button
          type="submit"
          form={formId}
          variant="contained"
          color="primary"
          disabled={chosen.length === 0}
          loading={isPending}
        >
          {translate('bulk.edit_submit', { smart_count: ids.length })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function isEditable({ source }: FieldFact): boolean {
  return source !== 'created_at' && source !== 'updated_at';
}

function useBulkSave({ ids, onClose }: BulkDialogProps) {
  const notify = useNotify();
  const resource = useResourceContext();
  const { onUnselectItems, refetch } = useListContext();
  const tellFailure = useBulkFailure();
  const [updateMany, { isPending }] = useUpdateMany();
  const save = (data: Record<string, unknown>) =>
    updateMany(
      resource,
      { ids, data },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => {
          if (!isSignedIn()) return;
          notify('bulk.edited', { type: 'success', messageArgs: { smart_count: ids.length } });
          onUnselectItems();
          void refetch();
          onClose();
        },
        onError: (error) => {
          tellFailure(error as Error);
          void refetch();
        },
      },
    );
  return { save, isPending };
}

function ChosenField({ fact, onRemove }: { fact: FieldFact; onRemove: () => void }) {
  const translate = useTranslate();
  const labels = useLabels();
  const name = labels.field(useResourceContext() ?? '', fact.source);
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <FieldInput fact={fact} />
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
