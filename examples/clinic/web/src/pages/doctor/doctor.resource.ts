import { type FieldFact, page, type ModelDefinition } from '#ui';

/** What filters, export, bulk edit, search and charts know about doctors. */
export const doctorFields: readonly FieldFact[] = [
  { source: 'name', type: 'string', required: true },
  { source: 'email', type: 'string', required: true, unique: true },
  { source: 'website', type: 'string' },
  { source: 'specialty', type: 'enum', values: ['general', 'surgery', 'cardiology'] },
  { source: 'user_id', type: 'ref', reference: 'user', relation: 'user', unique: true },
  { source: 'ward_id', type: 'ref', reference: 'ward', relation: 'ward' },
  { source: 'salary', type: 'decimal' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];

/** Doctors in the back-office: labels and pages; name and icon are in `../resources.ts`. */
export const doctorResource: ModelDefinition = {
  timestamps: true,
  parent: null,
  messages: {
    fields: {
      name: 'Name',
      email: 'Email',
      website: 'Website',
      specialty: 'Specialty',
      user_id: 'User',
      ward_id: 'Ward',
      salary: 'Salary',
      created_at: 'Created at',
      updated_at: 'Updated at',
      appointments: 'Appointments',
      diaries: 'Diaries',
      patients: 'Patients',
    },
  },
  list: page(() => import('./doctor.list'), 'DoctorList'),
  show: page(() => import('./doctor.show'), 'DoctorShow'),
  create: page(() => import('./doctor.form'), 'DoctorCreate'),
  edit: page(() => import('./doctor.form'), 'DoctorEdit'),
  fields: doctorFields,
};
