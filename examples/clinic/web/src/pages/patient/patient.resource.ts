import { figure, page, type ModelDefinition } from '#ui';
import { patientFacts } from './patient.facts.gen';

/** Patients in the back-office: labels, pages and dashboard; name and icon are in `../resources.ts`. */
export const patientResource: ModelDefinition = {
  ...patientFacts,
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
  dashboard: [figure('created_at')],
  list: page(() => import('./patient.list'), 'PatientList'),
  show: page(() => import('./patient.show'), 'PatientShow'),
  create: page(() => import('./patient.form'), 'PatientCreate'),
  edit: page(() => import('./patient.form'), 'PatientEdit'),
};
