import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Integer } from '../integer.js';
import { outputSchema } from './help-json.js';

/** The rows that were created; with --dry-run only the command that would run. */
export interface SeedJson {
  /** With --dry-run, the command line. */
  readonly would_run?: string;
  /** The migrations that ran. */
  readonly migrations?: readonly string[];
  /** The seeds of the project that ran. */
  readonly seeds?: readonly string[];
  /** The value of --seed that makes the same rows again; null without --fake. */
  readonly seed?: Integer | null;
  /**
   * With --fake, the value of --today that makes the same rows again.
   *
   * @format date
   */
  readonly today?: string;
  /** With --fake, the rows of each model. */
  readonly results?: readonly SeededJson[];
  /** Users who were added to new tenants. */
  readonly joined?: readonly string[];
}

/** The new rows of a model. */
export interface SeededJson {
  /** The class. */
  readonly model: string;
  /** The number of rows that were created. */
  readonly rows: Integer;
  /** Models that have no row, although this model needs one. */
  readonly lacks: readonly string[];
  /** The reason why the rules or references of the model allowed no more rows; null if they did. */
  readonly refusal: string | null;
  /** The duration. */
  readonly seconds: number;
}

/** The results for the rows of a file; with --dry-run the expected results. */
export interface ImportDataJson {
  /** Rows of the file. */
  readonly rows: Integer;
  /** New records. */
  readonly created: Integer;
  /** Records that were changed. */
  readonly updated: Integer;
  /** Rows that would change nothing in their record. */
  readonly unchanged: Integer;
  /** Rows that were left out. */
  readonly failed: Integer;
  /** The reason why the import ended before the last row; null if it reached the last row. */
  readonly error: string | null;
  /** Whether the rows were only checked, and nothing was written. */
  readonly checked: boolean;
  /** The first rows that were left out. */
  readonly failures?: readonly {
    /** The number of the row in the file; the header is 1. */
    readonly row: Integer;
    /** The cells, as in the file. */
    readonly cells: readonly (string | null)[];
    /** The problems, by column from 0; null for a problem of the whole row. */
    readonly problems: readonly object[];
  }[];
}

/** The results that programs of a project print, by their definitions in the schema of --json. */
interface Printed {
  readonly seed: SeedJson;
  readonly 'import-data': ImportDataJson;
}

/** Reads a result from the last line that a program printed; null if the line is not such a result. Other lines are the project's own. */
export function printedResult<Name extends keyof Printed>(
  name: Name,
  stdout: string,
): Printed[Name] | null {
  const printed = objectIn(stdout.trim().split('\n').at(-1) ?? '');
  const schema = { ...outputSchema(), $id: 'output' };
  const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false }).addSchema(
    schema,
  );
  const isResult = ajv.compile<Printed[Name]>({ $ref: `output#/$defs/${name}` });
  return printed !== null && isResult(printed) ? printed : null;
}

/** The object in a line of JSON; null for other text. */
function objectIn(line: string): unknown {
  if (!line.startsWith('{')) return null;
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
