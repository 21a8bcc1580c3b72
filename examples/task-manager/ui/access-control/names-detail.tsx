import { detailOf } from '../components/show/show-page';
import { NamesValue } from './names-value';

/** Names on the page of a record, such as those of roles. */
export const NamesDetail = detailOf(NamesValue);
