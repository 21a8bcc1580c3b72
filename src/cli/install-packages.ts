import { countUnpacked, type Unpacked } from '../disk/unpacked.js';
import { type ProcessResult, runProcess } from '../disk/run-process.js';
import type { Context } from './context.js';

/** Milliseconds between two looks at what npm has done. */
const LOOK = 1_000;
/** Milliseconds between two lines where no line can be written anew, unless there is something new to say. */
const PATIENCE = 20_000;

/**
 * Runs `npm install` in a project, and says how far it is: on a terminal in one line that changes each second, elsewhere in a
 * line for each phase and every twenty seconds.
 */
export async function installPackages(
  { json, terminal }: Context,
  root: string,
  signal?: AbortSignal,
): Promise<ProcessResult> {
  const begun = performance.now();
  const seconds = () => Math.round((performance.now() - begun) / 1000);
  if (!json) terminal.note('installing packages (npm install), some minutes the first time ...');
  const show = progress(terminal);
  const look = async () => show(await countUnpacked(root), seconds());
  const watch = json ? undefined : setInterval(() => void look(), LOOK);
  const result = await runProcess('npm', ['install', '--no-audit', '--no-fund'], {
    cwd: root,
    signal,
  });
  clearInterval(watch);
  if (json) return result;
  terminal.status('');
  const { all } = await countUnpacked(root);
  const took = `${seconds()} s`;
  terminal.note(
    result.code === 0 ? `  installed ${all} packages in ${took}` : `  failed after ${took}`,
  );
  return result;
}

/** Shows each state of an installation, on a terminal in its last line. */
export function progress(
  terminal: Context['terminal'],
): (state: Unpacked, seconds: number) => void {
  let phase: string | null = null;
  let told = 0;
  return (state, seconds) => {
    const now = phaseOf(state);
    const line = `  ${now}${counted(state)}, ${seconds} s`;
    if (terminal.status(line)) return;
    if (now === phase && (seconds - told) * 1000 < PATIENCE) return;
    [phase, told] = [now, seconds];
    terminal.note(line);
  };
}

/** What npm does: it chooses versions, unpacks, and then lets packages build themselves. */
function phaseOf({ done, all, compiles }: Unpacked): string {
  if (all === 0) return 'choosing versions';
  if (done < all) return 'downloading and unpacking';
  // Short enough for a terminal of 80 columns, with the seconds.
  return compiles
    ? "running install scripts: SQLite's driver compiles for some minutes"
    : 'running install scripts';
}

const counted = ({ done, all }: Unpacked): string =>
  all === 0 || done === all ? '' : `: ${done} of ${all} packages`;
