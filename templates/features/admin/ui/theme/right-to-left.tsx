import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import mirror from '@mui/stylis-plugin-rtl';
import type { ReactNode } from 'react';

const cache = createCache({ key: 'rtl', stylisPlugins: [mirror] });

/** Mirrored styles; only loaded where a page needs them. */
export function RightToLeft({ children }: { children: ReactNode }) {
  return <CacheProvider value={cache}>{children}</CacheProvider>;
}
