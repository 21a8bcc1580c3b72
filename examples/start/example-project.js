import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { builtFrom } from '../../bin/checkout/dist.js';
import { CRUDGEN, makeExample, shown } from './make-example.js';
import { nodeStep, npmStep, say } from './steps.js';

const ROOT = join(import.meta.dirname, '../..');

/** An example as a project of its own, which stays with its rows. */
export class ExampleProject {
  /** @param name one of `exampleNames` */
  constructor(name) {
    this.name = name;
    /** Where the project lives, with its rows in `data/`. */
    this.folder = join(ROOT, '.tmp', name);
    this.#formerDatabase = join(ROOT, '.tmp', `${name}.db`);
    this.#stamp = join(this.folder, 'dist', '.start.json');
    this.#seeded = join(this.folder, 'data', '.seeded');
    this.#anew = `To start from scratch instead, move ${shown(this.folder)} away. Its data/ folder has your rows.`;
  }

  /** Where earlier versions of `npm start` had the database, beside a project that they made anew each time. */
  #formerDatabase;
  /** What `dist/` was built with: gone when somebody deletes it, and missing while a build has not come to its end. */
  #stamp;
  /** For which database the seeds have run. */
  #seeded;
  #anew;

  /** Whatever is in the way of the project is moved, not deleted: nobody but its owner knows what it is worth. */
  setAside() {
    const isFormer = existsSync(this.#formerDatabase);
    const isProject = existsSync(join(this.folder, 'crudgen.json'));
    const isThere = existsSync(this.folder) && readdirSync(this.folder).length > 0;
    if (!isFormer && (isProject || !isThere)) return;
    const files = [this.folder, ...['', '-wal', '-shm'].map((end) => this.#formerDatabase + end)];
    const aside = freeName(`${this.folder}-before`);
    mkdirSync(aside);
    for (const file of files)
      if (existsSync(file)) renameSync(file, join(aside, file.slice(join(ROOT, '.tmp/').length)));
    const what = isFormer
      ? 'An earlier version of `npm start` made a new project each time, so the project no longer matched its database'
      : `${shown(this.folder)} was not a complete project`;
    say(`${what}. The old files are in ${shown(aside)}; delete them when you no longer need them.`);
  }

  /** Makes the project or brings it up to date, builds it, and puts in its seeds; returns whether it is ready to serve. */
  async makeReady(env) {
    const crudgen = crudgenHash();
    const isNew = !existsSync(this.folder);
    if (isNew && !(await this.#make())) return false;
    if (!isNew && this.#readStamp().crudgen !== crudgen && !(await this.#upgrade())) return false;
    return (await this.#build(crudgen, isNew)) && (await this.#seed(env));
  }

  /** In a folder aside first, so that what stands at its place is always whole. */
  async #make() {
    const making = join(ROOT, '.tmp', 'making');
    const made = join(making, this.name);
    rmSync(making, { recursive: true, force: true });
    mkdirSync(making, { recursive: true });
    if (!(await makeExample(this.name, made))) return false;
    renameSync(made, this.folder);
    rmSync(making, { recursive: true, force: true });
    return true;
  }

  async #upgrade() {
    const what = `crudgen has changed: crudgen upgrade   (in ${shown(this.folder)})`;
    const code = await nodeStep(what, [CRUDGEN, 'upgrade'], this.folder);
    if (code === 0) return true;
    const reason =
      code === 3
        ? 'crudgen and you have changed the same places, so nothing was written and nothing is served. Decide which changes to keep, then start again:'
        : 'The project could not be updated, so nothing is served. Fix the problems above, then start again:';
    say(`\n${reason}`);
    say(`  cd ${shown(this.folder)}`);
    say(
      '  node ../../bin/crudgen.js upgrade                      # in a terminal, asks about each place',
    );
    say('  node ../../bin/crudgen.js upgrade --on-conflict=mine   # or theirs, or mark');
    say(this.#anew);
    return false;
  }

  /** Builds the project unless it was built of just this. */
  async #build(crudgen, isNew) {
    const sources = sourcesHash(this.folder);
    const isThere = [
      'dist/src/main.js',
      ...(existsSync(join(this.folder, 'web')) ? ['web/dist'] : []),
    ].every((path) => existsSync(join(this.folder, path)));
    const stamp = this.#readStamp();
    if (!isThere || stamp.sources !== sources) {
      rmSync(this.#stamp, { force: true });
      if (!(await (isNew ? this.#compileNew() : this.#compile()))) {
        const mend = `fix it in ${shown(this.folder)}, then start again.`;
        say(`\nThe project does not build, so nothing is served: ${mend}`);
        say(this.#anew);
        return false;
      }
    }
    writeFileSync(this.#stamp, JSON.stringify({ crudgen, sources }));
    return true;
  }

  async #compile() {
    const what = 'building the service and its back-office (npm run build), about half a minute';
    return (await npmStep(what, ['run', '--silent', 'build'], this.folder)) === 0;
  }

  /** As `npm run build`, without a look at types: all is as this repository's tests have checked it. */
  async #compileNew() {
    const tool = (path) => createRequire(join(this.folder, 'package.json')).resolve(path);
    const tsc = join(dirname(tool('typescript/package.json')), 'bin', 'tsc');
    const vite = join(dirname(tool('vite/package.json')), 'bin', 'vite.js');
    const service = [tsc, '-p', 'tsconfig.build.json', '--noCheck'];
    const steps = [['building the service (tsc --noCheck)', service]];
    if (existsSync(join(this.folder, 'web')))
      steps.push(['building its back-office (vite build)', [vite, 'build', 'web']]);
    for (const [what, args] of steps)
      if ((await nodeStep(what, args, this.folder)) !== 0) return false;
    return true;
  }

  /** Its seeds run once per database; that they ran is said beside the rows, and in the database itself. */
  async #seed(env) {
    const database = hashOf([['', env.DATABASE_URL ?? '']]);
    if (existsSync(this.#seeded) && readFileSync(this.#seeded, 'utf8') === database) return true;
    const code = await nodeStep('npm run seed', ['dist/src/main.js', 'seed'], this.folder);
    if (code !== 0) return false;
    mkdirSync(join(this.folder, 'data'), { recursive: true });
    writeFileSync(this.#seeded, database);
    return true;
  }

  #readStamp() {
    try {
      return JSON.parse(readFileSync(this.#stamp, 'utf8'));
    } catch {
      return {};
    }
  }
}

function freeName(name) {
  let free = name;
  for (let number = 2; existsSync(free); number += 1) free = `${name}-${number}`;
  return free;
}

/** What a project is made with. */
const crudgenHash = () =>
  hashOf([['dist', builtFrom(ROOT)], ...textsIn(join(ROOT, 'templates'), () => true)]);

const NOT_BUILT =
  /^(node_modules|dist|web\/dist|data|backups|docs|\.crudgen|\.git|\.env)(\/|$)|\.md$|\.log$/;

/** What a build depends on. */
const sourcesHash = (folder) =>
  hashOf([
    ['packages', readFileSync(join(ROOT, 'package-lock.json'))],
    ...textsIn(folder, (path) => !NOT_BUILT.test(path)),
  ]);

function* textsIn(folder, isWanted, below = '') {
  for (const one of readdirSync(join(folder, below), { withFileTypes: true })) {
    const path = below === '' ? one.name : `${below}/${one.name}`;
    if (!isWanted(path)) continue;
    if (one.isDirectory()) yield* textsIn(folder, isWanted, path);
    else if (one.isFile()) yield [path, readFileSync(join(folder, path))];
  }
}

function hashOf(texts) {
  const hash = createHash('sha256');
  for (const [path, text] of texts) hash.update(`${path} ${text.length}\n`).update(text);
  return hash.digest('hex');
}
