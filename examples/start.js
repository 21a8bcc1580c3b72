// `npm start`: the task manager; `npm run example <name>`: any example. crudgen makes it once, from its spec, with its
// developer's edits on top; it stays in `.tmp/<name>` with its rows. Later starts bring it up to date by `crudgen upgrade`
// where crudgen has changed.
import { relative } from 'node:path';
import { prepare } from '../bin/checkout/prepare.js';
import { addressOf, portProblem, whenReady } from './start/address.js';
import { endWhenTold, say, serve } from './start/steps.js';
import { ExampleProject } from './start/example-project.js';
import { exampleNames } from './start/make-example.js';

const { env } = process;

function fail(problem) {
  process.stderr.write(`error: ${problem}\n`);
  process.exit(1);
}

const [given] = process.argv.slice(2);
const name = given ?? 'task-manager';
const command = given === undefined ? 'npm start' : `npm run example ${name}`;
if (!exampleNames().includes(name))
  fail(`there is no example '${name}'; the examples are ${exampleNames().join(', ')}`);
const project = new ExampleProject(name);
// First, as all else may take minutes.
const address = addressOf(project.folder, env);
const problem = await portProblem(address, command);
if (problem !== null) fail(problem);
if (!(await prepare({ packages: 'examples' }))) process.exit(1);
endWhenTold();
project.setAside();
if (!(await project.makeReady(env))) process.exit(1);

void whenReady(address).then((url) => {
  if (url === null) return;
  const folder = relative(process.cwd(), project.folder);
  say(`
The back-office: ${url}/admin/   (sign in as admin, password admin)
Documentation:   ${url}/docs
The project is in ${folder}, and its rows are in ${folder}/data. Edit the project, then start again.
Ctrl-C stops it.
`);
});
say('\nstarting the service ...');
process.exit(
  await serve(['--enable-source-maps', 'dist/src/main.js'], { cwd: project.folder, env }),
);
