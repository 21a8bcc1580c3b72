import type { FieldFact, Row } from '../application';

declare module '../application' {
  interface ModelDefinition {
    /** What can be done with a record beside changing it, by endpoints of the project's own. */
    actions?: readonly RecordAction[];
  }
}

/** An endpoint of a record of the project's own: `POST /order/:id/confirm`. */
export interface RecordAction {
  /** The last segment of its path. */
  name: string;
  method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** What the user has to be allowed to do with records of the model; `edit` by default. */
  right?: string;
  /** What the button says; the name by default. */
  label?: string;
  /** The records that have it; all by default. The service decides again. */
  when?: (record: Row) => boolean;
  /** Whether it cannot be taken back: the user is asked first. */
  danger?: boolean;
  /** Whether its endpoint takes a body, whose fields the description of the service names, unless `fields` does. */
  body?: boolean;
  fields?: readonly FieldFact[];
}

/** An endpoint of a record as a button: `action('confirm')` sends `POST /order/7/confirm`. */
export const action = (name: string, options: Omit<RecordAction, 'name'> = {}): RecordAction => ({
  name,
  ...options,
});
