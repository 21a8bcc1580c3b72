import Icon from '@mui/icons-material/PeopleOutlined';
import { type AppResource, facts, page } from '#ui';

/** Patients in the back-office: address, icon, texts and pages. */
export const patientResource: AppResource = {
  name: 'patient',
  model: 'Patient',
  icon: Icon,
  timestamps: true,
  parent: null,
  rows: ['tenant'],
  messages: {
    name: 'Patient |||| Patients',
    fields: {
      number: 'Number',
      national_id: 'National id',
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
  create: page(() => import('./patient.create'), 'PatientCreate'),
  edit: page(() => import('./patient.edit'), 'PatientEdit'),
  fields: facts(() => import('./patient.fields'), 'patientFields'),
};
