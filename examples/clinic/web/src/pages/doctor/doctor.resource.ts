import Icon from '@mui/icons-material/MedicalServicesOutlined';
import { type AppResource, facts, page } from '#ui';

/** Doctors in the back-office: address, icon, texts and pages. */
export const doctorResource: AppResource = {
  name: 'doctor',
  model: 'Doctor',
  icon: Icon,
  timestamps: true,
  parent: null,
  messages: {
    name: 'Doctor |||| Doctors',
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
  create: page(() => import('./doctor.create'), 'DoctorCreate'),
  edit: page(() => import('./doctor.edit'), 'DoctorEdit'),
  fields: facts(() => import('./doctor.fields'), 'doctorFields'),
};
