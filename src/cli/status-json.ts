import { FINDINGS, type ProjectStatus } from '../project/inspect/project-status.js';

/** A status with what it is of. */
export interface ToldStatus extends ProjectStatus {
  readonly name: string;
  /** The version of the project, and of this crudgen. */
  readonly version: string | null;
  readonly crudgen: string;
}

/** A status as data. */
export function statusJson({ name, version, crudgen, findings, untouched }: ToldStatus): object {
  const count = (kind: string) => findings.filter((one) => one.kind === kind).length;
  return {
    ...{ name, project: version, crudgen, untouched },
    counts: Object.fromEntries(FINDINGS.map((kind) => [kind, count(kind)])),
    findings,
  };
}
