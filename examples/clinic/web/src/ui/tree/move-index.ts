/** Where a key leads in a column of this length; null when it is not for the column. */
export function moveIndex(key: string, index: number | null, total: number): number | null {
  if (total === 0) return null;
  const last = total - 1;
  if (key === 'ArrowDown') return index === null ? 0 : Math.min(index + 1, last);
  if (key === 'ArrowUp') return index === null ? last : Math.max(index - 1, 0);
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  return null;
}
