/** Orders by code unit: the same on every machine, unlike `localeCompare`. */
export const compareText = (left: string, right: string): number =>
  left < right ? -1 : left > right ? 1 : 0;
