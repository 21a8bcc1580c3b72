import { type Project, readProject } from '../../code/read-project.js';
import type { UnreadFiles } from '../../code/unread-files.js';
import type { Problem } from '../../problem.js';
import { draftApp, keepsBase } from '../../render/render-project.js';
import { NO_FILES, type Tree } from '../../tree.js';
import { houseStyleIn } from '../../render/house-style.js';
import { copiesOfStyle, originalsOf } from './house-style.js';
import { layOutLike } from './lay-out.js';
import { migratedApp } from './migrated-app.js';
import { migrationClasses, migrationsOf, withoutNewMigrations } from './migration-files.js';
import { templatesOf } from './templates.js';
import { READING, stops } from './tolerated.js';
import { lostCopies } from './version-problem.js';
import { withVersion } from './with-version.js';

/** The kept copies of a project that has none on disk; empty, with the problem if there is one, where it is not adopted. */
export interface Adoption {
  readonly base: Tree;
  readonly problems: readonly Problem[];
}

/**
 * Adopts a project: its kept copies are what this crudgen renders of its model, whatever is on disk, so that everything that
 * differs counts as the developer's. One of another version, or whose model cannot be read, is not adopted.
 */
export function adoptProject(mine: Tree, unread: UnreadFiles = new Map()): Adoption {
  const project = readProject(mine, { unread });
  const { settings, problems } = project;
  const lost = lostCopies(settings.version);
  if (lost !== null) return { base: new Map(), problems: [lost] };
  if (problems.some((one) => stops(one, READING))) return { base: new Map(), problems: [] };
  return { base: renderCopies(project, mine), problems: [] };
}

function renderCopies({ app, partlyRead, settings }: Project, mine: Tree): Tree {
  const style = houseStyleIn(mine);
  const templates = withoutNewMigrations(templatesOf({ applied: style, installed: NO_FILES }), {
    mine,
    base: new Map(),
  });
  const migrations = migrationsOf(mine, templates);
  const copies = draftApp(migratedApp(app, { mine, migrations, partlyRead, templates }), {
    templates,
    migrations,
    migrationClasses: migrationClasses(migrations, mine),
  });
  const drafts = withVersion(copies, settings.version);
  const files = layOutLike(mine, new Map([...drafts].filter(([path]) => keepsBase(path))));
  return new Map([...files, ...originalsOf(style), ...copiesOfStyle(style)]);
}
