import type { Feature } from '../service/project.js';
import { readMultipart } from './read-multipart.js';

/** Reads the bodies of endpoints that accept `multipart`. */
export const uploads: Feature = { name: 'uploads', readMultipart };
