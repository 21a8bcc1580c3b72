import { createContext } from 'react';
import type { Row } from '../../application';

/** What a form tells that is open beside a page, in place of leading to another page. */
export interface Aside {
  /** What its fields begin with. */
  readonly first: Readonly<Record<string, unknown>>;
  readonly onDirty: () => void;
  readonly onCreated: (row: Row) => void;
  readonly onClose: () => void;
}

/** The panel around a form; null where the form is a page by itself. */
export const AsideContext = createContext<Aside | null>(null);
