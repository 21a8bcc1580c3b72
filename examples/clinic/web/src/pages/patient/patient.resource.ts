import { type FieldFact, page, type ModelDefinition } from '#ui';

/** What filters, export, bulk edit, search and charts know about patients. */
export const patientFields: readonly FieldFact[] = [
  { source: 'number', type: 'string', required: true, unique: true },
  { source: 'national_id', type: 'string', unique: true },
  { source: 'first_name', type: 'string', required: true },
  { source: 'last_name', type: 'string', required: true },
  { source: 'born_on', type: 'date' },
  { source: 'insured', type: 'boolean', required: true },
  { source: 'risk', type: 'string', values: ['low', 'high'], required: true },
  { source: 'diagnosis', type: 'text' },
  { source: 'doctor_id', type: 'ref', reference: 'doctor', relation: 'doctor' },
  { source: 'tags', type: 'refs', reference: 'tag' },
  { source: 'relatives', type: 'refs', reference: 'patient' },
  { source: 'tenant_id', type: 'ref', reference: 'tenant', relation: 'tenant' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];

/** Patients in the back-office: labels and pages; name and icon are in `../resources.ts`. */
export const patientResource: ModelDefinition = {
  timestamps: true,
  parent: null,
  rows: ['tenant'],
  messages: {
    fields: {
      number: 'Number',
      national_id: 'National ID',
      first_name: 'First name',
      last_name: 'Last name',
      born_on: 'Born on',
      insured: 'Insured',
      risk: 'Risk',
      diagnosis: 'Diagnosis',
      doctor_id: 'Doctor',
      tags: 'Tags',
      relatives: 'Relatives',
      tenant_id: 'Tenant',
      created_at: 'Created at',
      updated_at: 'Updated at',
      appointments: 'Appointments',
      diaries: 'Diaries',
      invoices: 'Invoices',
      notes: 'Notes',
      relative_of: 'Relative of',
    },
  },
  list: page(() => import('./patient.list'), 'PatientList'),
  show: page(() => import('./patient.show'), 'PatientShow'),
  create: page(() => import('./patient.form'), 'PatientCreate'),
  edit: page(() => import('./patient.form'), 'PatientEdit'),
  fields: patientFields,
};
