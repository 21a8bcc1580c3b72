import { main } from '#engine';
import { project } from './project.js';

await main(project);
