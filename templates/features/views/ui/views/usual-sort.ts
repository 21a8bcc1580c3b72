import { createContext } from 'react';
import type { SortPayload } from 'react-admin';

/** The order of the list where nobody has chosen another. */
export const UsualSort = createContext<SortPayload>({ field: 'id', order: 'DESC' });
