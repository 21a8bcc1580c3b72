import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median } from './measure.js';
import { ROOT } from './servers.js';

const SIZES = [200, 400] as const;
const TIMES = 3;
const TYPES = [
  ...['string', 'text', 'integer', 'float', 'decimal', 'boolean'],
  ...['date', 'datetime', 'json', 'string:required', 'integer:required'],
];

/** Each plans a change and writes nothing, so that every run starts from the same project. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  'model add': ['model', 'add', 'Added', 'title:string', 'other:ref=Model7Item', '--dry-run'],
  'model add-field': ['model', 'add-field', 'Model7Item', 'added:string', '--dry-run'],
  'model rename': ['model', 'rename', 'Model7Item', 'Renamed', '--dry-run'],
};

/** The same for what is there for edits of entities that have no migration yet. */
const COMPARING: typeof COMMANDS = {
  sync: ['sync', '--dry-run'],
  diff: ['diff'],
  status: ['status'],
};

/** What one run of a command takes, in seconds. */
interface Seconds {
  readonly clock: number;
  readonly processor: number;
}

/** The same of a command in projects of both sizes, of several runs the one in the middle. */
export interface GeneratorTimes {
  readonly command: string;
  readonly sizes: readonly Seconds[];
}

/** What commands of crudgen cost in projects of hundreds of models with twelve fields each, one of them edited by hand. */
export function measureGenerator(directory: string): GeneratorTimes[] {
  const projects = SIZES.map((size) => makeLargeProject(directory, size));
  const measure = (commands: typeof COMMANDS): GeneratorTimes[] =>
    Object.entries(commands).map(([command, args]) => ({
      command,
      sizes: projects.map((project) =>
        middle(Array.from({ length: TIMES }, () => run(project, args))),
      ),
    }));
  const compared = measure(COMPARING);
  for (const project of projects) run(project, ['sync']);
  return [...measure(COMMANDS), ...compared];
}

const middle = (runs: readonly Seconds[]): Seconds => ({
  clock: median(runs.map(({ clock }) => clock)),
  processor: median(runs.map(({ processor }) => processor)),
});

/** The times as a table with how they grow. */
export function generatorTable(times: readonly GeneratorTimes[]): string {
  const lines = times.map(({ command, sizes }) => {
    const [few, many] = sizes.map(({ processor }) => processor);
    const seconds = sizes.flatMap(({ clock, processor }) => [clock, processor]);
    return `| ${command} | ${[...seconds, many! / few!].map((one) => one.toFixed(2)).join(' | ')} |`;
  });
  const [few, many] = SIZES;
  const columns = SIZES.map((size) => `${size} models, seconds | of processor |`).join(' ');
  const head = `| command | ${columns} ${many}/${few} |`;
  return [head, '|---|---:|---:|---:|---:|---:|', ...lines].join('\n');
}

function makeLargeProject(directory: string, size: number): string {
  const folder = join(directory, 'generator');
  const spec = join(folder, `${size}.yaml`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(spec, specOf(size));
  const name = `shop-${size}`;
  run(folder, ['init', name, '--models', spec, '--no-install', '--no-git', '--yes']);
  const project = join(folder, name);
  const entity = join(project, 'src/models/model9-item/model9-item.model.ts');
  const text = readFileSync(entity, 'utf8');
  writeFileSync(entity, text.replace(/\}\s*$/, "\n  @Column('integer')\n  by_hand!: number;\n}\n"));
  return project;
}

/** Models in a tree of references, as deep as such projects are. */
function specOf(size: number): string {
  const models = Array.from({ length: size }, (_, at) => [
    `  Model${at}Item:`,
    '    fields:',
    ...TYPES.map((type, field) => `      field_${field}: ${type}`),
    `      parent: ref=Model${Math.floor(at / 2)}Item`,
  ]);
  return `models:\n${models.flat().join('\n')}\n`;
}

/** Says at the end of a process what it has cost. */
const METER =
  'data:text/javascript,process.on("exit",()=>{const{user,system}=process.cpuUsage();process.stderr.write(`\\n${user+system}`)})';

function run(cwd: string, args: readonly string[]): Seconds {
  const began = performance.now();
  const script = join(ROOT, 'bin', 'crudgen.js');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', METER, script, ...args],
    { cwd, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`crudgen ${args.join(' ')}\n${stdout}${stderr}`);
  const processor = Number(stderr.slice(stderr.lastIndexOf('\n'))) / 1e6;
  return { clock: (performance.now() - began) / 1000, processor };
}
