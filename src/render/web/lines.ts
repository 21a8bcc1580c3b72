import type { Field } from '../../model/model.js';
import type { Inverse } from '../../model/relations.js';
import { onPages } from './login-fields.js';

/** Whether related records are lines: written and read as a part of the record that they refer to. */
export const isLines = ({ field }: Inverse): boolean => field.reference?.lines === true;

/** The field that the service numbers lines by. */
const POSITION = 'position';

/** What a line has by itself: neither its record nor its place. */
export const lineFields = ({ model, field }: Inverse): readonly Field[] =>
  onPages(model).fields.filter(
    (other) =>
      other !== field &&
      !field.reference!.columns?.includes(other.name) &&
      // A cell has no room for them.
      other.type !== 'bytes' &&
      !(other.name === POSITION && other.type === 'integer' && other.key === null),
  );
