import { startTestService as start, type TestService } from '#engine/testing';
import { project } from '../src/project.js';

export type { TestService, TestUser } from '#engine/testing';

/** Starts the whole service on a temporary database, for the tests of a single file. */
export const startTestService = (): Promise<TestService> => start(project);
