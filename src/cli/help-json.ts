import { fileURLToPath } from 'node:url';
import { readTemplates } from '../project/open/templates.js';

const SCHEMA = 'output.schema.json';

/** The JSON Schema of all that --json prints. */
export const outputSchema = (): object => JSON.parse(readTemplates().get(SCHEMA)!) as object;

/** The page of `crudgen help json`. */
export const jsonHelp =
  (): string => `With --json, a command prints one JSON document on stdout and nothing else there, whether it succeeds or fails. It asks no questions.

ok         whether the exit code is 0
version    the version of this format: 1. It changes when a key is removed or changes its meaning, not when a key is added
command    the command, such as "model add"; null if the command line names no command
problems   errors and warnings: severity, code and message; if known, also help and at (the place)
left_out   files that crudgen could not read and skipped; absent if there are none

All other keys depend on the command. They are in snake_case, as in the API of a project and in spec files.
A command that changes files prints its plan, whether it wrote the plan, only showed it (--dry-run), or stopped:

written        whether the files were written
changes        kind (create, update, merge, move or delete), path, bytes, added and removed lines; for a move also from and edited;
               with --contents also the content of a new file and the diff of a changed file
conflicts      path, line, and three texts: yours, crudgen, was (what crudgen wrote last); now: the files to which crudgen has
               moved this code; to resolve conflicts: --on-conflict
refused        files that block the plan: path, reason
losses         data that would be lost: table, column, why; to allow the loss: --drop-data
stay_deleted   files that you deleted, which crudgen does not write again
next           commands to run next, or what to do next
mended         the git merge driver, if the command has set it up in a new clone; absent otherwise

Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 conflicts
JSON Schema of all commands: ${fileURLToPath(new URL(`../../templates/${SCHEMA}`, import.meta.url))}`;
