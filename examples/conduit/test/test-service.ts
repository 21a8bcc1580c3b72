import { startTestService as start, type TestService } from '#engine/testing';
import { project } from '../src/project.js';

export type { TestService, TestUser } from '#engine/testing';

/** The whole service on a database of its own, for the tests of one file. */
export const startTestService = (): Promise<TestService> => start(project);
