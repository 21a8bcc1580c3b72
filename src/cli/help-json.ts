import { fileURLToPath } from 'node:url';
import { readTemplates } from '../project/templates.js';

const SCHEMA = 'output.schema.json';

/** The JSON Schema of all that --json prints. */
export const outputSchema = (): object => JSON.parse(readTemplates().get(SCHEMA)!) as object;

/** The page of `crudgen help json`. */
export const jsonHelp =
  (): string => `With --json, every command prints one JSON document on stdout and nothing else there, whatever comes of it. Nothing is asked.

ok         whether the exit code is 0
version    1: of this contract; raised when a key goes or changes its meaning, not when one is added
command    the command, such as "model add"; null where the command line names none
problems   errors and warnings: severity, code, message, and where known help and at
left_out   files that cannot be read and were skipped; absent where there are none

All other keys are the command's own. They are in snake_case, as in the API of a project and in spec files.
A command that changes files prints its plan, be it written, only shown (--dry-run) or stopped:

written        whether the files were written
changes        kind (create, update, merge, move or delete), path, bytes, added and removed lines; of a move also from and edited;
               with --contents also the content of a new file and the diff of a changed one
conflicts      path, line, and the texts: yours, crudgen, was; now: the files
               that have what is gone from this one; --on-conflict decides
refused        files that block the plan: path, reason
losses         data that is lost: table, column, why; --drop-data allows it
stay_deleted   files that were deleted by hand and stay so
next           what to type or to do next

Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 conflicts
JSON Schema of all commands: ${fileURLToPath(new URL(`../../templates/${SCHEMA}`, import.meta.url))}`;
