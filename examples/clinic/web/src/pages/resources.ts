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

/** Every model in the menu; what else there is of one comes with its pages. */
export const resources: readonly AppResource[] = [
  {
    name: 'appointment',
    model: 'Appointment',
    label: 'Appointment |||| Appointments',
    icon: EventOutlinedIcon,
    load: definition(() => import('./appointment/appointment.resource'), 'appointmentResource'),
  },
  {
    name: 'devices',
    model: 'Device',
    label: 'Device |||| Devices',
    icon: DevicesOutlinedIcon,
    load: definition(() => import('./device/device.resource'), 'deviceResource'),
  },
  {
    name: 'diaries',
    model: 'Diary',
    label: 'Diary |||| Diaries',
    icon: MenuBookOutlinedIcon,
    load: definition(() => import('./diary/diary.resource'), 'diaryResource'),
  },
  {
    name: 'doctor',
    model: 'Doctor',
    label: 'Doctor |||| Doctors',
    icon: MedicalServicesOutlinedIcon,
    load: definition(() => import('./doctor/doctor.resource'), 'doctorResource'),
  },
  {
    name: 'invoices',
    model: 'Invoice',
    label: 'Invoice |||| Invoices',
    icon: ReceiptLongOutlinedIcon,
    load: definition(() => import('./invoice/invoice.resource'), 'invoiceResource'),
  },
  {
    name: 'note',
    model: 'Note',
    label: 'Note |||| Notes',
    icon: StickyNote2OutlinedIcon,
    load: definition(() => import('./note/note.resource'), 'noteResource'),
  },
  {
    name: 'patient',
    model: 'Patient',
    label: 'Patient |||| Patients',
    icon: PeopleOutlinedIcon,
    load: definition(() => import('./patient/patient.resource'), 'patientResource'),
  },
  {
    name: 'specimen',
    model: 'Specimen',
    label: 'Specimen |||| Specimens',
    icon: ScienceOutlinedIcon,
    load: definition(() => import('./specimen/specimen.resource'), 'specimenResource'),
  },
  {
    name: 'tag',
    model: 'Tag',
    label: 'Tag |||| Tags',
    icon: LabelOutlinedIcon,
    load: definition(() => import('./tag/tag.resource'), 'tagResource'),
  },
  {
    name: 'ward',
    model: 'Ward',
    label: 'Ward |||| Wards',
    icon: LocalHospitalOutlinedIcon,
    load: definition(() => import('./ward/ward.resource'), 'wardResource'),
  },
];
