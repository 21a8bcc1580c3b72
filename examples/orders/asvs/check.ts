import type { Project } from './project.js';
import type { Providers } from './providers.js';
import type { Service } from './service.js';

/** What checks look at. */
export interface Target {
  /** The service, running as in production. */
  readonly service: Service;
  /** The files of the project. */
  readonly project: Project;
  /** Providers that people sign in by, where the feature `oidc` is on. */
  readonly providers?: Providers | undefined;
}

/** Why a requirement is not tried here. */
export interface Settled {
  readonly result: 'n.a.' | 'deployment';
  readonly why: string;
}

/** Tries a requirement: throws where it does not hold; may find that there is nothing to try. */
export interface Trial {
  /** What is tried, in a line. */
  readonly tries: string;
  readonly run: (target: Target) => Promise<Settled | void>;
}

/** What cannot be tried while a feature is off. */
export interface Waiting {
  readonly feature: string;
  /** What is tried while it is on. */
  readonly check: Trial | Settled | null;
}

/** What several features do, each in its own way: tried by all that are on. */
export type Check = Trial | Settled | Waiting | readonly Waiting[];

/** The checks of a chapter, by the numbers of their requirements. */
export type Checks = Readonly<Record<string, Check>>;

export const test = (tries: string, run: Trial['run']): Trial => ({ tries, run });

/** A requirement about something that the service does not have. */
export const notApplicable = (why: string): Settled => ({ result: 'n.a.', why });

/** A requirement that only whoever runs the service can meet. */
export const deployment = (why: string): Settled => ({ result: 'deployment', why });

/** Is tried once the feature is on; while there is no check for it then, the requirement fails. */
export const waitsFor = (feature: string, check: Waiting['check'] = null): Waiting => ({
  feature,
  check,
});
