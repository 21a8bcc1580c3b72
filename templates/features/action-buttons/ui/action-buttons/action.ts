import type { RecordAction } from '../application';

/** An endpoint of a record as a button: `action('confirm')` sends `POST /order/7/confirm`. */
export const action = (name: string, options: Omit<RecordAction, 'name'> = {}): RecordAction => ({
  name,
  ...options,
});
