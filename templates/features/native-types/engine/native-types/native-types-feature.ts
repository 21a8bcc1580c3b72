import type { Feature } from '../service/project.js';
import { unreadValues } from './unread-values.js';

/** Refuses texts that PostgreSQL does not read as the types of their fields. */
export const nativeTypes: Feature = { name: 'native-types', unread: unreadValues };
