import { TextField } from '@mui/material';
import { useTranslate } from 'react-admin';
import { AskingForm } from '../components/asking-form';
import { DialogFrame } from '../components/confirm-dialog';

interface SaveDialogProps {
  title: string;
  help: string;
  /** The name that there is. */
  name?: string;
  onSave: (name: string) => Promise<void>;
  onClose: () => void;
}

/** As long as the service takes a name. */
const LONGEST = 60;

/** Asks for the name of a view. */
export function SaveDialog({ title, help, name = '', onSave, onClose }: SaveDialogProps) {
  const translate = useTranslate();
  return (
    <DialogFrame title={title} text={help} onClose={onClose}>
      <AskingForm
        submit={translate('views.save')}
        onSubmit={(values) => onSave(String(values.get('name')))}
        onCancel={onClose}
      >
        <TextField
          name="name"
          label={translate('views.name')}
          defaultValue={name}
          required
          autoFocus
          fullWidth
          slotProps={{ htmlInput: { maxLength: LONGEST } }}
        />
      </AskingForm>
    </DialogFrame>
  );
}
