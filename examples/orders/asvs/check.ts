import type { Mails } from './mails.js';
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
  /** What the service sends, where the feature `mail` is on. */
  readonly mails?: Mails | undefined;
  /** Waits until the clock of the service is so many milliseconds later: nobody waits for so long. */
  later(ms: number): Promise<void>;
}

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** Why a requirement is not tried here. */
export interface Settled {
  readonly result: 'n.a.' | 'deployment' | 'not tested';
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

/** In a list what several features do, each in its own way: tried by all that are on. */
export type Check = Trial | Settled | Waiting | readonly (Trial | Waiting)[];

/** The checks of a chapter, by the numbers of their requirements. */
export type Checks = Readonly<Record<string, Check>>;

export const test = (tries: string, run: Trial['run']): Trial => ({ tries, run });

/** A requirement about something that the service does not have. */
export const notApplicable = (why: string): Settled => ({ result: 'n.a.', why });

/** A requirement that only whoever runs the service can meet. */
export const deployment = (why: string): Settled => ({ result: 'deployment', why });

/** A requirement that no check here would see broken. */
export const notTested = (why: string): Settled => ({ result: 'not tested', why });

/** Is tried once the feature is on; while there is no check for it then, the requirement fails. */
export const waitsFor = (feature: string, check: Waiting['check'] = null): Waiting => ({
  feature,
  check,
});
