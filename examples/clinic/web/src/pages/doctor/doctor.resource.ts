import { figure, page, type ModelDefinition } from '#ui';
import { doctorFacts } from './doctor.facts.gen';

/** Doctors in the back-office: labels, pages and dashboard; name and icon are in `../resources.ts`. */
export const doctorResource: ModelDefinition = {
  ...doctorFacts,
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
  dashboard: [figure('created_at')],
  list: page(() => import('./doctor.list'), 'DoctorList'),
  show: page(() => import('./doctor.show'), 'DoctorShow'),
  create: page(() => import('./doctor.form'), 'DoctorCreate'),
  edit: page(() => import('./doctor.form'), 'DoctorEdit'),
};
