import type Sqlite from 'better-sqlite3';
import { foldText } from '../fold-text.js';
import { canonicalJson } from './canonical-json.js';
import { convertText, fits } from './convert-text.js';

/** The functions that our SQL calls where SQLite has none that answers as JavaScript does. */
export function registerFunctions(handle: Sqlite.Database): void {
  const pure = { deterministic: true, directOnly: false };
  handle.function('unicode_fold', pure, (text: unknown) =>
    text === null ? null : foldText(String(text)),
  );
  /** A number as JSON has it: `29` and not `29.0`, `1e+21` and not `1.0e+21`. */
  handle.function('json_number', pure, (value: unknown) => (value === null ? null : String(value)));
  /** The one text of all that say the same; null for a text that is no JSON. */
  handle.function('canonical_json', pure, (text: unknown) =>
    text === null ? null : canonicalJson(String(text)),
  );
  /** A value of one column type as another; throws where it does not fit. Only migrations call it. */
  handle.function('convert_text', pure, (text: unknown, type: unknown) =>
    text === null ? null : convertText(String(text), String(type)),
  );
  handle.function('text_fits', pure, (text: unknown, type: unknown) =>
    Number(text === null || fits(String(text), String(type))),
  );
}
