const BASE64 =
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;

/** Whether a value is a text in base64 with its padding, in the only form that its bytes have. */
export const isBase64 = (value: unknown): value is string =>
  typeof value === 'string' && BASE64.test(value);

/** The number of bytes of a text in base64. */
export function lengthOf(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return (text.length / 4) * 3 - padding;
}
