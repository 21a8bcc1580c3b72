/** A value as the service keeps it: the form that JSON, code and conditions share. */
export type FieldValue =
  string | number | boolean | readonly unknown[] | Readonly<Record<string, unknown>>;
