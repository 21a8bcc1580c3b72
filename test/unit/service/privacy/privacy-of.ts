import { contentsOf } from '../../../../templates/features/privacy/engine/privacy/contents.js';
import { erase } from '../../../../templates/features/privacy/engine/privacy/erase.js';
import { ownedContents } from '../../../../templates/features/privacy/engine/privacy/export-contents.js';
import {
  exportOf,
  writeExport,
} from '../../../../templates/features/privacy/engine/privacy/export-person.js';
import type { Held } from '../../../../templates/features/privacy/engine/privacy/find-person.js';
import type { PersonalTable } from '../../../../templates/features/privacy/engine/privacy/personal-tables.js';
import {
  found,
  knownOf,
} from '../../../../templates/features/privacy/engine/privacy/privacy-command.js';
import { placesOf } from '../../../../templates/features/privacy/engine/privacy/tell.js';
import type { Session } from '../../../../templates/service/engine/database/dialect.js';
import type { ServiceParts } from '../../../../templates/service/engine/service/project.js';
import { featuresIn } from '../../../../src/render/features.js';
import { personalTables } from '../../../../src/render/render-registry.js';
import { templates } from '../../../golden/example.js';

/** What the tables of all features have of persons, as a project with these features has it. */
export const tables = personalTables(
  featuresIn(templates()),
) as unknown as readonly PersonalTable[];

/** What the command does, in a service of a test; its tables are those of `own`. */
export function privacyOf(parts: ServiceParts, own: readonly PersonalTable[] = tables) {
  const { database, engine } = parts;
  const { dialect } = database;
  const known = knownOf(engine, own);
  const foundIn = (session: Session, named: string, before?: Held) => {
    const [model = '', name = ''] = named.split(' ');
    return found({ model, name }, known, { session, dialect }, before);
  };
  const find = (name: string) => database.read((session) => foundIn(session, name), {});
  return {
    find,
    /** Where a person is, with the number of rows and what becomes of them. */
    places: async (name: string) =>
      placesOf(await find(name)).map(({ place, rows, becomes }) => `${place} ${rows} ${becomes}`),
    export: async (name: string) => exportOf(await find(name), database),
    async exportTo(folder: string, name: string) {
      const held = await find(name);
      const owned = await database.read(
        (session) => ownedContents(held, known.tables, { session, dialect }),
        {},
      );
      const data = await exportOf(held, database);
      await writeExport(folder, data, { owned, contents: contentsOf(parts) });
    },
    /** Returns what is left to do, and what stays in files. */
    async erase(name: string) {
      const { left, notes } = await erase(
        ({ session }, before) => foundIn(session, name, before),
        parts,
        { clean: true },
      );
      return [...left, ...notes];
    },
  };
}
