import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { measure } from './measure.js';
import type { Operation } from './operations.js';
import { startOurs } from './ours.js';

const SECONDS = 8;
/** Microseconds at the beginning of a profile that belong to the start of the service. */
const START_UP = 4_000_000;

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** One cost: a part of the service, and its share of all the time that one operation takes. */
export interface Cost {
  readonly name: string;
  readonly share: number;
}

/** What one operation spends its time on, dearest first. */
export async function profile(
  project: string,
  databaseUrl: string,
  operation: Operation,
): Promise<Cost[]> {
  const folder = join(project, `profile-${operation.name.replace(/\W+/g, '-')}`);
  const flags = ['--cpu-prof', '--cpu-prof-interval', '200', '--cpu-prof-dir', folder];
  const service = await startOurs('profiled', project, databaseUrl, { flags });
  await measure(service, operation, SECONDS);
  await service.stop();
  const [file] = readdirSync(folder);
  return costsOf(JSON.parse(readFileSync(join(folder, file!), 'utf8')) as CpuProfile);
}

function costsOf({ nodes, samples, timeDeltas }: CpuProfile): Cost[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(
    nodes.flatMap(({ id, children }) => (children ?? []).map((child) => [child, id] as const)),
  );
  const times = new Map<string, number>();
  let clock = 0;
  let all = 0;
  samples.forEach((sample, index) => {
    const delta = timeDeltas[index]!;
    clock += delta;
    const { functionName } = byId.get(sample)!.callFrame;
    if (clock < START_UP || functionName === '(idle)' || functionName === '(program)') return;
    const name = ownerOf(sample);
    times.set(name, (times.get(name) ?? 0) + delta);
    all += delta;
  });
  return [...times]
    .map(([name, time]) => ({ name, share: time / all }))
    .sort((a, b) => b.share - a.share);

  /** The innermost frame that is the project's or a package's; else Node's own work. */
  function ownerOf(sample: number): string {
    for (let at: number | undefined = sample; at !== undefined; at = parents.get(at)) {
      const { functionName, url } = byId.get(at)!.callFrame;
      const [, name] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
      if (name) return name;
      const [, file] = /\/dist\/(.+)\.js$/.exec(url) ?? [];
      if (file) return `${file} ${functionName}`;
    }
    return 'Node (HTTP parser, sockets, timers, garbage collection)';
  }
}
