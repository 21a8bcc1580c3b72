/** Runs `work` on every item, at most `width` at a time, and tells which failed. */
export async function inTurns<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<unknown>,
): Promise<{ done: T[]; failed: { item: T; error: Error }[] }> {
  const done: T[] = [];
  const failed: { item: T; error: Error }[] = [];
  const waiting = [...items];
  const worker = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await work(item);
        done.push(item);
      } catch (error) {
        failed.push({ item, error: error as Error });
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return { done, failed };
}
