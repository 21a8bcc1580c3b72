import type { Integer } from '../integer.js';
import { type Finding, FINDINGS, type ProjectStatus } from '../project/inspect/project-status.js';

/** A status with what it is of. */
export interface ToldStatus extends ProjectStatus {
  readonly name: string;
  /** The version of the project, and of this crudgen. */
  readonly version: string | null;
  readonly crudgen: string;
}

/** The differences between the project and the output of crudgen; `problems` has its problems. */
export interface StatusJson {
  /** The project. */
  readonly name: string;
  /** The version of crudgen that the project is at; null if crudgen does not know it. */
  readonly project: string | null;
  /** The version of this crudgen. */
  readonly crudgen: string;
  /** The number of files that are as crudgen wrote them. */
  readonly untouched: Integer;
  /** The number of findings, by kind. */
  readonly counts: Readonly<Record<string, Integer>>;
  /** The findings. */
  readonly findings: readonly Finding[];
}

/** A status as data. */
export function statusJson(status: ToldStatus): StatusJson {
  const { name, version, crudgen, findings, untouched } = status;
  const count = (kind: string) => findings.filter((one) => one.kind === kind).length;
  return {
    ...{ name, project: version, crudgen, untouched },
    counts: Object.fromEntries(FINDINGS.map((kind) => [kind, count(kind)])),
    findings,
  };
}
