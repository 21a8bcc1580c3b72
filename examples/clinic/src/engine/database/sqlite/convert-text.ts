import { encode } from './values.js';

const DAY = /^\d{4}-\d\d-\d\d$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TRUE = /^(true|t|yes|y|on|1)$/i;
const FALSE = /^(false|f|no|n|off|0)$/i;

/** The text of a value as the stored value of another column type; throws where it does not fit. */
export function convertText(text: string, type: string): unknown {
  const value = readAs(text.trim(), type);
  if (type === 'string' || type === 'text') return text;
  if (value === undefined) throw new Error(`a value does not fit type ${type}`);
  return value;
}

/** Whether `convertText` takes the text. */
export const fits = (text: string, type: string): boolean =>
  type === 'string' || type === 'text' || readAs(text.trim(), type) !== undefined;

function readAs(text: string, type: string): unknown {
  switch (type) {
    case 'integer':
    case 'bigint':
      return readInteger(text);
    case 'float':
    case 'decimal':
      return text === '' || !Number.isFinite(Number(text)) ? undefined : Number(text);
    case 'boolean':
      return truth(text);
    case 'date':
      return DAY.test(text) ? text : momentOf(text)?.slice(0, 10);
    case 'time':
      if (TIME.test(text)) return text.length === 5 ? `${text}:00` : text;
      return momentOf(text)?.slice(11, 19);
    case 'datetime':
      return momentOf(text);
    case 'uuid':
      return UUID.test(text) ? text.toLowerCase() : undefined;
    case 'json':
      return isJson(text) ? text : undefined;
    default:
      return undefined;
  }
}

function readInteger(text: string): bigint | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined;
  const value = BigInt(text);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

const truth = (text: string): number | undefined =>
  TRUE.test(text) ? 1 : FALSE.test(text) ? 0 : undefined;

function momentOf(text: string): string | undefined {
  const zoned = DAY.test(text) || /(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`;
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(Date.parse(zoned))) return undefined;
  return encode(zoned, { type: 'datetime', transformer: null }) as string;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
