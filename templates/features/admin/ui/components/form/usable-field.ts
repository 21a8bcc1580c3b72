/** The selector of inputs that can have the focus. */
export const USABLE_FIELD =
  ':is(input, textarea, [role="combobox"]):not(:disabled, [aria-disabled="true"])';
