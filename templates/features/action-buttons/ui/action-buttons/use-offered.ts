import { useResourceContext, useTranslate } from 'react-admin';
import { sessionMayDo } from '../api/session';
import { useDefinition, useIsClosed, type Row } from '../application';
import { humanize } from '../components/formats';
import type { RecordAction } from './action';

/** An action with its text. */
export interface Offered extends RecordAction {
  label: string;
}

/** The actions that the user may take: of a record those that it has now; of several, the service refuses those that have none. */
export function useOffered(record?: Row): readonly Offered[] {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const isClosed = useIsClosed(resource, record);
  const { actions = [] } = useDefinition(resource) ?? {};
  const isOffered = ({ right = 'edit', when }: RecordAction) =>
    sessionMayDo(right, resource) && (record === undefined || (when?.(record) ?? true));
  if (isClosed) return [];
  return actions.filter(isOffered).map((action) => ({
    ...action,
    label:
      action.label ??
      translate(`resources.${resource}.actions.${action.name}`, { _: humanize(action.name) }),
  }));
}

/** Whether an action has a form. */
export const asksForBody = ({ body, fields }: RecordAction): boolean =>
  body === true || fields !== undefined;
