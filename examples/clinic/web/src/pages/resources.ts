import DevicesOutlinedIcon from '@mui/icons-material/DevicesOutlined';
import EventOutlinedIcon from '@mui/icons-material/EventOutlined';
import LabelOutlinedIcon from '@mui/icons-material/LabelOutlined';
import LocalHospitalOutlinedIcon from '@mui/icons-material/LocalHospitalOutlined';
import MedicalServicesOutlinedIcon from '@mui/icons-material/MedicalServicesOutlined';
import MenuBookOutlinedIcon from '@mui/icons-material/MenuBookOutlined';
import PeopleOutlinedIcon from '@mui/icons-material/PeopleOutlined';
import ReceiptLongOutlinedIcon from '@mui/icons-material/ReceiptLongOutlined';
import ScienceOutlinedIcon from '@mui/icons-material/ScienceOutlined';
import StickyNote2OutlinedIcon from '@mui/icons-material/StickyNote2Outlined';
import { type AppResource, definition } from '#ui';

/** Every model, in the order of the menu, which is yours to change; what else there is of one comes with its pages. */
export const resources: readonly AppResource[] = [
  {
    name: 'ward',
    model: 'Ward',
    label: 'Ward |||| Wards',
    icon: LocalHospitalOutlinedIcon,
    dashboard: 'last',
    load: definition(() => import('./ward/ward.resource'), 'wardResource'),
  },
  {
    name: 'doctor',
    model: 'Doctor',
    label: 'Doctor |||| Doctors',
    icon: MedicalServicesOutlinedIcon,
    load: definition(() => import('./doctor/doctor.resource'), 'doctorResource'),
  },
  {
    name: 'tag',
    model: 'Tag',
    label: 'Tag |||| Tags',
    icon: LabelOutlinedIcon,
    dashboard: 'last',
    load: definition(() => import('./tag/tag.resource'), 'tagResource'),
  },
  {
    name: 'patient',
    model: 'Patient',
    label: 'Patient |||| Patients',
    icon: PeopleOutlinedIcon,
    people: true,
    load: definition(() => import('./patient/patient.resource'), 'patientResource'),
  },
  {
    name: 'appointment',
    model: 'Appointment',
    label: 'Appointment |||| Appointments',
    icon: EventOutlinedIcon,
    dashboard: 'first',
    load: definition(() => import('./appointment/appointment.resource'), 'appointmentResource'),
  },
  {
    name: 'note',
    model: 'Note',
    label: 'Note |||| Notes',
    icon: StickyNote2OutlinedIcon,
    load: definition(() => import('./note/note.resource'), 'noteResource'),
  },
  {
    name: 'diaries',
    model: 'Diary',
    label: 'Diary |||| Diaries',
    icon: MenuBookOutlinedIcon,
    load: definition(() => import('./diary/diary.resource'), 'diaryResource'),
  },
  {
    name: 'invoices',
    model: 'Invoice',
    label: 'Invoice |||| Invoices',
    icon: ReceiptLongOutlinedIcon,
    load: definition(() => import('./invoice/invoice.resource'), 'invoiceResource'),
  },
  {
    name: 'devices',
    model: 'Device',
    label: 'Device |||| Devices',
    icon: DevicesOutlinedIcon,
    load: definition(() => import('./device/device.resource'), 'deviceResource'),
  },
  {
    name: 'specimen',
    model: 'Specimen',
    label: 'Specimen |||| Specimens',
    icon: ScienceOutlinedIcon,
    load: definition(() => import('./specimen/specimen.resource'), 'specimenResource'),
  },
];
