import type { Feature } from '../service/project.js';

/** Long reads share a part of PostgreSQL's connections, where users take turns; SQLite's readers do by themselves. */
export const fairReads: Feature = {
  name: 'fair-reads',
  async database(opened) {
    if (opened.dialect.name !== 'postgres') return opened;
    // The driver need not even be installed without PostgreSQL.
    const { takeTurns } = await import('./fair-turns.js');
    return takeTurns(opened);
  },
};
