import {
  clearContents,
  contentsOf,
} from '../../../../templates/features/privacy/engine/privacy/contents.js';
import { erasePerson } from '../../../../templates/features/privacy/engine/privacy/erase-person.js';
import { ownedContents } from '../../../../templates/features/privacy/engine/privacy/export-contents.js';
import {
  exportOf,
  writeExport,
} from '../../../../templates/features/privacy/engine/privacy/export-person.js';
import { findPerson } from '../../../../templates/features/privacy/engine/privacy/find-person.js';
import type { PersonalTable } from '../../../../templates/features/privacy/engine/privacy/personal-tables.js';
import {
  cleanDisk,
  knownOf,
  personIn,
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

/** As the command erases. */
const OPTIONS = { name: 'the erasure of a person', isolation: 'serializable' } as const;

/** What the command does, in a service of a test; its tables are those of `own`. */
export function privacyOf(parts: ServiceParts, own: readonly PersonalTable[] = tables) {
  const { database, engine } = parts;
  const { dialect } = database;
  const known = knownOf(engine, own);
  const foundIn = async (session: Session, name: string) => {
    const [model = '', of = ''] = name.split(' ');
    const place = { session, dialect };
    return findPerson(await personIn({ model, name: of }, known, place), known, place);
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
    /** Returns what is left to do. */
    async erase(name: string) {
      const erased = await database.write(async (session) => {
        const held = await foundIn(session, name);
        await erasePerson(held, database, { session, dialect });
        return held;
      }, OPTIONS);
      const left = await clearContents(contentsOf(parts), erased);
      return [...left, ...(await cleanDisk(database, erased))];
    },
  };
}
