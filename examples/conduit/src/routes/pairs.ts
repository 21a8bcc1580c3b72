import type { RecordOf, Records, WhereInput } from '#engine';

/** The values of a record that there is once: somebody follows somebody, or has favourited something. */
type Values<T> = WhereInput<T> & Record<string, unknown>;

/** Makes the record unless it is there, also where two want it at once. */
export async function ensure<T>(records: Records<T>, values: Values<T>): Promise<RecordOf<T>> {
  const found = () => records.findOne({ where: values });
  const there = await found();
  if (there) return there;
  try {
    return await records.create(values);
  } catch (error) {
    const another = await found();
    if (another) return another;
    throw error;
  }
}

/** Removes the record if it is there. */
export async function drop<T>(records: Records<T>, values: Values<T>): Promise<void> {
  const found = await records.findOne({ where: values });
  if (found) await records.remove(found.id);
}
