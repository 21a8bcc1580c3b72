import { Box, Button } from '@mui/material';
import { useId, type ReactNode } from 'react';
import {
  Form,
  RecordContextProvider,
  required,
  useResourceContext,
  useTranslate,
  type HttpError,
} from 'react-admin';
import type { FieldFact } from '../application';
import { DialogFrame } from '../components/confirm-dialog';
import { FieldInput } from '../components/list/bulk-dialogs';
import { FormFacts, InputPlaceContext, type InputPlace } from '../components/form/use-form-input';
import { useProblemTexts } from '../components/texts';
import { useBodyFields } from './body-fields';
import type { Body } from './send';
import { asksForBody, type Offered } from './use-offered';

export interface ActionDialogProps {
  action: Offered;
  title: string;
  /** Whether it is for several records. */
  isOfMany?: boolean;
  busy: boolean;
  onRun: (body: Body) => Promise<void>;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks before an action is taken, and for what its endpoint takes. */
export function ActionDialog(props: ActionDialogProps) {
  const { action, title, isOfMany = false, busy, onRun, onClose, children } = props;
  const translate = useTranslate();
  const formId = useId();
  const resource = useResourceContext() ?? '';
  const texts = useProblemTexts(resource);
  const fields = useBodyFields(resource, action);
  const hasForm = asksForBody(action);
  const filling = isOfMany ? 'fill_some' : 'fill';
  const submit = async (values: object) => {
    try {
      await onRun(hasForm ? bodyOf(values as Values, fields ?? []) : undefined);
      return undefined;
    } catch (error) {
      const { body } = texts.inWords(error as HttpError);
      return (body as { errors?: Record<string, string> } | undefined)?.errors;
    }
  };
  return (
    <DialogFrame
      title={title}
      text={translate(`action-buttons.${hasForm ? filling : 'ask'}`)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} autoFocus={!hasForm && action.danger === true}>
            {translate('form.cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="contained"
            color={action.danger ? 'error' : 'primary'}
            loading={busy}
            disabled={fields === null}
            autoFocus={!hasForm && action.danger !== true}
          >
            {action.label}
          </Button>
        </>
      }
    >
      {children}
      <RecordContextProvider value={undefined}>
        <FormFacts fields={fields ?? NO_FIELDS}>
          <InputPlaceContext value={PLACE}>
            <Form id={formId} onSubmit={submit} noValidate disableInvalidFormNotification>
              <Box sx={{ display: 'grid', gap: 2, pt: hasForm ? 1 : 0 }}>
                {fields?.map((fact) => (
                  <FieldInput key={fact.source} fact={fact} ids={null} />
                ))}
              </Box>
            </Form>
          </InputPlaceContext>
        </FormFacts>
      </RecordContextProvider>
    </DialogFrame>
  );
}

type Values = Readonly<Record<string, unknown>>;

/** What was entered; what was left empty is not sent, where the endpoint does not demand it. */
const bodyOf = (values: Values, fields: readonly FieldFact[]): Values =>
  Object.fromEntries(
    fields.flatMap(({ source, required: isDemanded }) => {
      const value = values[source] ?? null;
      return value === null && isDemanded !== true ? [] : [[source, value]];
    }),
  );

const NO_FIELDS: readonly FieldFact[] = [];

/** What is entered is no record of the model: the model's rules are not about it. */
const PLACE: InputPlace = {
  first: {},
  propsOf: (own, props) => ({ ...own, validate: props.required ? [required()] : [] }),
  learn: () => undefined,
};
