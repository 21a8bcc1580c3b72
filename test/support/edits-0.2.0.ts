import { add, all, change, type Edited, move } from './edits.js';

/** Conditions in the form that 0.2.0 had. */
const CONDITIONS: readonly Edited[] = [
  {
    title: 'row rules on parents, children and links',
    edit: change(
      'src/models/patient/patient.access.ts',
      [
        "import { defineAccess, tenant } from '#engine';",
        "import { custom, defineAccess, tenant } from '#engine';\nimport { Appointment } from '../appointment/appointment.model.js';\nimport type { Doctor } from '../doctor/doctor.model.js';\nimport type { Tag } from '../tag/tag.model.js';",
      ],
      [
        "  rows: [tenant('tenant_id')],",
        [
          '  rows: [',
          "    tenant('tenant_id'),",
          '    custom((user, where) =>',
          "      where.parent<Doctor>('doctor_id', (doctor) => doctor.eq('user_id', user.id)),",
          '    ),',
          '    custom((user, where) =>',
          "      where.children(Appointment, 'patient_id', (appointment) =>",
          "        appointment.parent<Doctor>('doctor_id', (doctor) => doctor.eq('user_id', user.id)),",
          '      ),',
          '    ),',
          "    custom((_user, where) => where.linked<Tag>('tags', (tag) => tag.eq('name', 'public'))),",
          '  ],',
        ].join('\n'),
      ],
    ),
    rewritten: {
      "      where.parent<Doctor>('doctor_id', (doctor) => doctor.eq('user_id', user.id)),":
        "      where.parent('doctor', (doctor) => doctor.eq('user_id', user.id)),",
      "      where.children(Appointment, 'patient_id', (appointment) =>":
        "      where.children('appointments', (appointment) =>",
      "        appointment.parent<Doctor>('doctor_id', (doctor) => doctor.eq('user_id', user.id)),":
        "        appointment.parent('doctor', (doctor) => doctor.eq('user_id', user.id)),",
      "    custom((_user, where) => where.linked<Tag>('tags', (tag) => tag.eq('name', 'public'))),":
        "    custom((_user, where) => where.linked('tags', (tag) => tag.eq('name', 'public'))),",
    },
    unused: { 'src/models/patient/patient.access.ts': ['Appointment', 'Doctor', 'Tag'] },
  },
  {
    title: 'a router of their own, listed, with conditions',
    edit: all(
      add(
        'src/routes/desk.ts',
        "import { defineRouter, whereOf } from '#engine';",
        "import { Appointment } from '../models/appointment/appointment.model.js';",
        "import type { Patient } from '../models/patient/patient.model.js';",
        '',
        'const where = whereOf<Appointment>();',
        '',
        '/** What the front desk sees. */',
        "export const desk = defineRouter('/desk', { auth: 'signed-in' }, (route) => {",
        "  route.get('/insured', ({ crud, query }) =>",
        "    crud(Appointment).list(query, where.parent<Patient>('patient_id', (one) => one.eq('insured', true))),",
        '  );',
        '});',
      ),
      change(
        'src/routes/routes.ts',
        [
          "import type { OwnRouter } from '#engine';",
          "import type { OwnRouter } from '#engine';\nimport { desk } from './desk.js';",
        ],
        ['OwnRouter[] = [];', 'OwnRouter[] = [desk];'],
      ),
    ),
    rewritten: {
      "    crud(Appointment).list(query, where.parent<Patient>('patient_id', (one) => one.eq('insured', true))),":
        "    crud(Appointment).list(query, where.parent('patient', (one) => one.eq('insured', true))),",
    },
    unused: { 'src/routes/desk.ts': ['Patient'] },
  },
  {
    title: 'a condition with other quotes and line ends',
    edit: add(
      'src/jobs/windows.ts',
      'import { whereOf } from "#engine"\r',
      'import type { Diary } from "../models/diary/diary.model.js"\r',
      'import type { Doctor } from "../models/doctor/doctor.model.js"\r',
      '\r',
      '/** Has another hand. */\r',
      'export const ofSurgeons = whereOf<Diary>().parent<Doctor>("doctor_id", (one) => one.eq("specialty", "surgery"))\r',
    ),
    rewritten: {
      'export const ofSurgeons = whereOf<Diary>().parent<Doctor>("doctor_id", (one) => one.eq("specialty", "surgery"))\r':
        'export const ofSurgeons = whereOf<Diary>().parent("doctor", (one) => one.eq("specialty", "surgery"))\r',
    },
    unused: { 'src/jobs/windows.ts': ['Doctor'] },
  },
];

/** Names that 0.2.0 still had besides those of now. */
const OLD_NAMES: readonly Edited[] = [
  {
    title: 'an endpoint that calls what records have by other names',
    edit: change(
      'src/routes/desk.ts',
      [
        "import { defineRouter, whereOf } from '#engine';",
        "import { asRecord, defineRouter, whereOf } from '#engine';",
      ],
      [
        "  route.get('/insured',",
        [
          "  route.get('/card/:id', async ({ crud, id }) => {",
          "    crud(Appointment).demand('show');",
          "    const one = asRecord(await crud(Appointment).get(id('id'), { expand: ['patient'] }));",
          "    const { id: own } = asRecord<{ id: number }>(await crud(Appointment).get(id('id')));",
          '    return { own, starts: one.starts_at };',
          '  });',
          "  route.get('/insured',",
        ].join('\n'),
      ],
    ),
    rewritten: {
      "    crud(Appointment).demand('show');": "    crud(Appointment).authorize('show');",
      "    const one = asRecord(await crud(Appointment).get(id('id'), { expand: ['patient'] }));":
        "    const one = await crud(Appointment).get(id('id'), { relations: ['patient'] });",
      "    const { id: own } = asRecord<{ id: number }>(await crud(Appointment).get(id('id')));":
        "    const { id: own } = (await crud(Appointment).get(id('id'))) as unknown as { id: number };",
    },
    unused: { 'src/routes/desk.ts': ['asRecord'] },
  },
  {
    title: 'inputs whose properties have other names',
    edit: change('web/src/pages/doctor/doctor.form.tsx', [
      '<TextInput source="name"',
      '<TextInput help="As on the door." initial="Dr. " source="name"',
    ]),
    rewritten: {
      '      <TextInput help="As on the door." initial="Dr. " source="name" required min={2} max={80} />':
        '      <TextInput helperText="As on the door." defaultValue="Dr. " source="name" required min={2} max={80} />',
    },
  },
];

/** The application of the developer, outside of engine and elements of pages. */
const APPLICATION: readonly Edited[] = [
  {
    title: 'middleware of their own',
    edit: change('src/app.ts', [
      '  app.use(requestId);\n',
      "  app.use(requestId);\n  app.use((_request, response, next) => {\n    response.setHeader('x-served-by', 'clinic');\n    next();\n  });\n",
    ]),
  },
  {
    title: 'a setting',
    edit: change(
      'src/settings.ts',
      [
        'extends EngineSettings {}',
        'extends EngineSettings {\n  /** Who answers the phone. */\n  readonly frontDesk: string;\n}',
      ],
      [
        "    logLevel: read('LOG_LEVEL'",
        "    frontDesk: read('FRONT_DESK', 'Kim', parse.textOf(40)),\n    logLevel: read('LOG_LEVEL'",
      ],
    ),
  },
  {
    title: 'a method of an entity',
    edit: change('src/models/patient/patient.model.ts', [
      '  @CreateDateColumn(',
      "  get isAtRisk(): boolean {\n    return this.risk === 'high' && !this.insured;\n  }\n\n  @CreateDateColumn(",
    ]),
  },
  {
    title: 'a method of the built-in user',
    edit: change('src/models/user/user.model.ts', [
      '  @CreateDateColumn(',
      "  get isActive(): boolean {\n    return this.status === 'Active';\n  }\n\n  @CreateDateColumn(",
    ]),
  },
  {
    title: 'a column, and its migration written by hand',
    edit: all(
      change('src/models/tag/tag.model.ts', [
        '  @ManyToMany(() => Note',
        "  @Field({ max: 40 })\n  @Column('varchar', { length: 40, nullable: true })\n  remark!: string | null;\n\n  @ManyToMany(() => Note",
      ]),
      add(
        'src/database/migrations/20261125210000-add-remark-to-tag.ts',
        "import { addColumn, StepMigration } from '#engine';",
        '',
        'export class AddRemarkToTag20261125210000 extends StepMigration {',
        "  readonly name = 'AddRemarkToTag20261125210000';",
        "  readonly steps = [addColumn('tag', 'remark', { type: 'string', length: 40, nullable: true })];",
        '}',
      ),
    ),
  },
  {
    title: 'hooks',
    edit: add(
      'src/models/patient/patient.hooks.ts',
      "import { conflict, defineHooks } from '#engine';",
      "import { Patient } from './patient.model.js';",
      '',
      '/** What happens when a patient is written. */',
      'export const patientHooks = defineHooks(Patient, {',
      '  beforeDelete: ({ before }) => {',
      "    if (before.risk === 'high') throw conflict('This patient is watched.');",
      '  },',
      '});',
    ),
  },
  {
    title: 'an endpoint with a problem of its own',
    edit: change(
      'src/models/appointment/appointment.routes.ts',
      [
        "import { defineRoutes } from '#engine';",
        "import { conflict, defineRoutes, HttpProblem } from '#engine';",
      ],
      [
        'defineRoutes(Appointment, () => {\n',
        [
          'defineRoutes(Appointment, (route) => {',
          "  route.post('/:id/cancel', 'edit', ({ records, id, user }) => {",
          "    if (user.id < 0) throw new HttpProblem(409, 'Not by the system.');",
          "    if (id('id') === 1313) throw conflict('Never that one.');",
          "    return records.update(id('id'), { status: 'cancelled' });",
          '  });',
          '',
        ].join('\n'),
      ],
    ),
  },
  {
    title: 'a test with the test service',
    edit: add(
      'src/models/appointment/cancel.test.ts',
      "import { afterAll, beforeAll, expect, it } from 'vitest';",
      "import { startTestService, type TestService } from '../../../test/test-service.js';",
      "import { Doctor } from '../doctor/doctor.model.js';",
      '',
      'let service: TestService;',
      'beforeAll(async () => {',
      '  service = await startTestService();',
      '});',
      'afterAll(() => service.stop());',
      '',
      "it('is cancelled, and answered by the clinic', async () => {",
      "  const user = await service.as('Admin');",
      "  const doctor = await service.insert(Doctor, { name: 'Ann', email: 'ann@x.org' });",
      "  const who = { number: '1', first_name: 'Neil', last_name: 'Boyer', doctor_id: doctor.id };",
      "  const patient = await user.create('/patient', who);",
      "  const when = { starts_at: '2026-01-02T08:15:00.000Z', doctor_id: doctor.id };",
      "  const made = await user.create('/appointment', { ...when, patient_id: patient.id });",
      '  const answer = await user.post(`/appointment/${made.id}/cancel`);',
      "  expect([answer.status, answer.headers.get('x-served-by')]).toEqual([200, 'clinic']);",
      "  expect((await user.get('/desk/insured')).body).toEqual([]);",
      '  await user.patch(`/patient/${patient.id}`, { insured: true });',
      "  expect((await user.get('/desk/insured')).body).toHaveLength(1);",
      "  await user.patch(`/patient/${patient.id}`, { risk: 'high' });",
      '  expect((await user.delete(`/patient/${patient.id}`)).status).toBe(409);',
      '});',
    ),
  },
  {
    title: 'imports of what is deep in the engine, of values, types and modules that load late',
    edit: add(
      'src/jobs/nightly.ts',
      "import { createLogger } from '../engine/http/request-log.js';",
      "import { badRequest, type FieldProblem } from '../engine/problem/problem.js';",
      '',
      '// Runs what src/engine/crud/list.ts does for a page.',
      "export type Limit = import('../engine/crud/parse-page.js').Page;",
      '',
      '/** Tells what is to be done at night. */',
      'export async function nightly(problem: FieldProblem): Promise<string> {',
      "  const { dialectName } = await import('../engine/database/column-types.js');",
      "  if (dialectName('sqlite:x') !== 'sqlite') throw badRequest('never', [problem]);",
      '  return createLogger.name;',
      '}',
    ),
  },
  {
    title: 'a script and a package',
    edit: change(
      'package.json',
      ['    "migrate":', '    "report": "tsx src/jobs/nightly.ts",\n    "migrate":'],
      ['    "express":', '    "dayjs": "1.11.19",\n    "express":'],
    ),
  },
  {
    title: 'a rule of eslint',
    edit: change('eslint.config.js', [
      "      'prefer-const'",
      "      'no-var': 'error',\n      'prefer-const'",
    ]),
  },
  {
    title: 'words in the README, the Dockerfile and what is deployed',
    edit: all(
      change('README.md', [
        '## Commands\n',
        '## Ours\n\nRules are in `src/models/patient/`.\n\n## Commands\n',
      ]),
      add('Dockerfile', '# Ours: see src/engine/http/health.ts'),
      change('deploy/kubernetes/service.yaml', ['  replicas: 2', '  replicas: 5 # ours']),
      change('config/search.json', ['"customer"', '"customer",\n    "website"']),
    ),
  },
];

/** The back-office. */
const PAGES: readonly Edited[] = [
  {
    title: 'a page of their own',
    edit: all(
      add(
        'web/src/pages/appointment/appointment.board.tsx',
        "import { MessagePanel, PageHeader } from '#ui';",
        "import ErrorIcon from '@mui/icons-material/ErrorOutlined';",
        "import { request } from '../../ui/api/http';",
        '',
        '/** What nobody else shows. */',
        'export function AppointmentBoard() {',
        "  void request<object>('/desk/insured');",
        '  return (',
        '    <>',
        '      <PageHeader title="Board" subtitle="of the week" />',
        '      <MessagePanel icon={ErrorIcon} title="Nothing yet" />',
        '    </>',
        '  );',
        '}',
      ),
      change('web/src/pages/appointment/appointment.resource.ts', [
        "page(() => import('./appointment.list'), 'AppointmentList')",
        "page(() => import('./appointment.board'), 'AppointmentBoard')",
      ]),
    ),
  },
  {
    title: 'a column of a list, shown in another way',
    edit: change('web/src/pages/patient/patient.list.tsx', [
      '<DateColumn source="born_on" />',
      '<DateColumn source="born_on" label="Birthday" />',
    ]),
  },
  {
    title: 'an input and words of a form',
    edit: change(
      'web/src/pages/patient/patient.form.tsx',
      [
        '<DateInput source="born_on" />',
        '<DateInput source="born_on" helperText="As in the passport." />',
      ],
      ['      <PatientInputs />', '      <p>Ask for the card.</p>\n      <PatientInputs />'],
    ),
  },
  {
    title: 'a label, and a word of German',
    edit: all(
      change('web/src/pages/patient/patient.resource.ts', ["'Born on'", "'Birthday'"]),
      change('web/src/languages/de.ts', [
        "'Appointment |||| Appointments'",
        "'Termin |||| Termine'",
      ]),
    ),
  },
];

/** Files that are the same in every project, edited nevertheless. */
const INSIDE: readonly Edited[] = [
  {
    title: 'a constant of the engine',
    edit: change('src/engine/crud/parse-page.ts', [
      'const DEFAULT_SIZE = 25;',
      'const DEFAULT_SIZE = 50;',
    ]),
  },
  {
    title: 'a function in a file of the engine that has changed since',
    edit: add(
      'src/engine/crud/list.ts',
      '',
      '/** Ours: whether a page is worth a line in the log. */',
      'export const isLarge = (rows: number): boolean => rows > 500;',
    ),
  },
  {
    title: 'a constant of what is a feature now',
    edit: change('src/engine/service/workers.ts', [
      'const MAX_ATTEMPTS = 6;',
      'const MAX_ATTEMPTS = 9;',
    ]),
  },
  {
    title: 'an element of pages with another property',
    edit: change(
      'web/src/ui/components/page-header.tsx',
      ['  aside?: ReactNode;\n', '  aside?: ReactNode;\n  subtitle?: string;\n'],
      ['  aside,\n', '  aside,\n  subtitle,\n'],
      ['        {aside}\n', '        {aside}\n        <em>{subtitle}</em>\n'],
    ),
  },
  {
    title: "a word in one of the engine's own tests",
    edit: add('test/engine/http/shell.test.ts', '', '// Ours: asked for by the auditors.'),
  },
];

/** Files that stand where the developer put them. */
const MOVED_BY_HAND: readonly Edited[] = [
  {
    title: 'an entity elsewhere',
    edit: move('src/models/ward/ward.model.ts', 'src/domain/ward.ts'),
  },
  {
    title: 'a part of the engine elsewhere',
    edit: move('src/engine/http/health.ts', 'src/probes/health.ts'),
  },
];

/** What a developer may have done by the time of an upgrade; all of it together is a project that compiles. */
/** Settings that a team proposes: some are still in the file, some in the docs alone. */
const SETTINGS: Edited = {
  title: 'settings of `.env.example`, also those that are in the docs now',
  edit: all(
    change(
      '.env.example',
      ['#PORT=3000', 'PORT=8080'],
      ['#MAX_PAGE_SIZE=1000', 'MAX_PAGE_SIZE=200'],
      ['#DATABASE_POOL_SIZE=10', 'DATABASE_POOL_SIZE=20'],
      ['#LOG_LEVEL=info', 'LOG_LEVEL=debug'],
      ['#JOBS_LEASE=30s', 'JOBS_LEASE=60s'],
    ),
    add('.env.example', '', '# Where the bills go.', 'BILLS_FOLDER=data/bills'),
  ),
};

export const EDITS_020: readonly Edited[] = [
  ...CONDITIONS,
  ...OLD_NAMES,
  ...APPLICATION,
  ...PAGES,
  ...INSIDE,
  ...MOVED_BY_HAND,
  SETTINGS,
];

/** A condition that only its developer can rewrite: the entity on the other side has no such relation. */
export const BY_HAND = {
  path: 'src/models/user/writers.ts',
  text: [
    "import { whereOf } from '#engine';",
    "import { Note } from '../note/note.model.js';",
    "import type { User } from './user.model.js';",
    '',
    '/** Those who have written notes. */',
    "export const writers = whereOf<User>().children(Note, 'created_by_id');",
    '',
  ].join('\n'),
  line: 6,
} as const;
