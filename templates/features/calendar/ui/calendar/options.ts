export interface CalendarOptions {
  /** The end of a record, of the same type as its beginning. */
  to?: string;
  /** The field by whose values records have their colours. */
  state?: string;
}
