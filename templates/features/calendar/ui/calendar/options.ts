export interface CalendarOptions {
  /** The end of a record, of the same type as its beginning. */
  to?: string;
  /** The field by whose values records have their colours. */
  state?: string;
  /** The fields that an entry tells: the first of them that a record has stands below its label, all in what a click opens. */
  fields?: readonly string[];
}
