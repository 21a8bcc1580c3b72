export interface BoardOptions {
  /** The field of numbers that each column adds up. */
  sum?: string;
  /** The fields that a card shows below the label of its record. */
  fields?: readonly string[];
  /** The number by which records stand in a column, which moving them there changes; without it they stand as in the list. */
  place?: string;
}
