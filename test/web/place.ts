import type { Page } from 'playwright-core';
import type { Visit, VisitOptions } from './browser.js';
import type { RunningExample } from './serve-example.js';

/** The task manager of back-office.test.ts, for tests that stand in files of their own and share its service. */
export interface Place extends Pick<RunningExample, 'call'> {
  /** A window of a user, in which nothing may go wrong. */
  as(
    who: 'admin' | 'manager' | 'viewer',
    work: (visit: Visit) => Promise<void>,
    options?: VisitOptions,
  ): Promise<void>;
  /** Opens a path of the back-office. */
  go(page: Page, path: string): Promise<void>;
}
