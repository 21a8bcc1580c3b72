/** How long a history is kept: days or years. */
const TIME = /^[1-9]\d{0,4}[dy]$/;

/** Why the history of a model cannot be kept for a time; null if it can. */
export const historyFault = (
  value: true | string,
): { readonly message: string; readonly help: string } | null =>
  value === true || TIME.test(value)
    ? null
    : {
        message: `\`${value}\` is no time for which a history is kept`,
        help: 'write days or years, such as `90d` or `2y`, or `true` for the time of HISTORY_KEEP',
      };
