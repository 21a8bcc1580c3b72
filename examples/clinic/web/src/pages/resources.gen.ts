import type { AppResource } from '#ui';
import { appointmentResource } from './appointment/appointment.resource';
import { deviceResource } from './device/device.resource';
import { diaryResource } from './diary/diary.resource';
import { doctorResource } from './doctor/doctor.resource';
import { invoiceResource } from './invoice/invoice.resource';
import { noteResource } from './note/note.resource';
import { patientResource } from './patient/patient.resource';
import { specimenResource } from './specimen/specimen.resource';
import { tagResource } from './tag/tag.resource';
import { wardResource } from './ward/ward.resource';

/** Every model of this application. */
export const resources: readonly AppResource[] = [
  appointmentResource,
  deviceResource,
  diaryResource,
  doctorResource,
  invoiceResource,
  noteResource,
  patientResource,
  specimenResource,
  tagResource,
  wardResource,
];
