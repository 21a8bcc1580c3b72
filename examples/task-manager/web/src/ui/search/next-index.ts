/** Where a key leads in a list of this length; null when it leads nowhere. */
export function nextIndex(key: string, index: number, length: number): number | null {
  if (length === 0) return null;
  if (key === 'ArrowDown') return (index + 1) % length;
  if (key === 'ArrowUp') return (index - 1 + length) % length;
  if (key === 'PageDown') return Math.min(index + 8, length - 1);
  if (key === 'PageUp') return Math.max(index - 8, 0);
  return null;
}
