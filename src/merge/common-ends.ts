/** How many items two lists have in common at their beginning, and after that at their end. */
export function commonEnds(
  left: readonly string[],
  right: readonly string[],
): { readonly head: number; readonly tail: number } {
  const most = Math.min(left.length, right.length);
  let head = 0;
  while (head < most && left[head] === right[head]) head++;
  let tail = 0;
  while (tail < most - head && left.at(-1 - tail) === right.at(-1 - tail)) tail++;
  return { head, tail };
}
