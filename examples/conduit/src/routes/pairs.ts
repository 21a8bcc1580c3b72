import type { Records, WhereInput } from '#engine';

/** The values of a record that there is once: somebody follows somebody, or has favourited something. */
type Values<T> = WhereInput<T> & Record<string, unknown>;

/** Makes the record unless it is there, also where two want it at once; gives its id. */
export async function ensure<T>(records: Records<T>, values: Values<T>): Promise<number> {
  const found = () => records.findOne({ where: values });
  const there = await found();
  if (there) return there.id;
  try {
    return (await records.create(values)).id;
  } catch (error) {
    const another = await found();
    if (another) return another.id;
    throw error;
  }
}

/** Removes the record if it is there. */
export async function drop<T>(records: Records<T>, values: Values<T>): Promise<void> {
  const found = await records.findOne({ where: values });
  if (found) await records.remove(found.id);
}
