/**
 * `npm run release -- 0.7.0`: prints the steps of a release, and runs those that change nothing in the repository: a rehearsal. With
 * `--write` it runs all of them, up to the commit and the tag. It pushes and publishes nothing.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { applySteps } from './apply.js';
import { OUTPUT, planRelease, printPlan, tagOf } from './plan.js';
import { readState } from './read-state.js';

const ROOT = join(import.meta.dirname, '../..');
const say = (line: string) => void process.stdout.write(`${line}\n`);

function fail(problem: string): never {
  process.stderr.write(`error: ${problem}\n`);
  process.exit(1);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});
const { write } = values;
const [version] = positionals;
if (version === undefined) fail('name the version: npm run release -- 0.7.0 [--write]');

const date = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
const state = readState(ROOT);
const plan = planRelease({ version, date }, state);
if (state.tags.length === 0)
  say('No release has a tag: the subjects of earlier commits are not checked.\n');
say(printPlan(plan));
if (plan.problems.length > 0) process.exit(1);

const failed = applySteps(ROOT, plan.steps, { write, say });
if (failed !== null) fail(`this step failed, and what is said above says why: ${failed}`);
say(`\nThe packed file, its bill of materials and checksums are in ${OUTPUT}/.`);
say(
  write
    ? `Released as ${tagOf(version)}: \`git push --follow-tags\`, then run the workflow \`release\` for the tag.`
    : `Nothing was changed: npm run release -- ${version} --write`,
);
