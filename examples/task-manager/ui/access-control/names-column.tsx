import { columnOf } from '../components/list/columns';
import { NamesValue } from './names-value';

/** A column of names, such as those of roles. */
export const NamesColumn = columnOf(NamesValue);
