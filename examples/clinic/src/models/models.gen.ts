// Written by crudgen and rewritten with every change of the models: edits are lost.
import { modelModule, type ModelModule } from '#engine';
import { appointmentAccess } from './appointment/appointment.access.js';
import { Appointment } from './appointment/appointment.model.js';
import { deviceAccess } from './device/device.access.js';
import { Device } from './device/device.model.js';
import { diaryAccess } from './diary/diary.access.js';
import { Diary } from './diary/diary.model.js';
import { doctorAccess } from './doctor/doctor.access.js';
import { Doctor } from './doctor/doctor.model.js';
import { invoiceAccess } from './invoice/invoice.access.js';
import { Invoice } from './invoice/invoice.model.js';
import { noteAccess } from './note/note.access.js';
import { Note } from './note/note.model.js';
import { patientAccess } from './patient/patient.access.js';
import { Patient } from './patient/patient.model.js';
import { Specimen } from './specimen/specimen.model.js';
import { Tag } from './tag/tag.model.js';
import { userAccess } from './user/user.access.js';
import { User } from './user/user.model.js';
import { Ward } from './ward/ward.model.js';

/** Every model of the project, by class name. */
export const models: readonly ModelModule[] = [
  modelModule({ entity: Appointment, access: appointmentAccess }),
  modelModule({ entity: Device, access: deviceAccess }),
  modelModule({ entity: Diary, access: diaryAccess }),
  modelModule({ entity: Doctor, access: doctorAccess }),
  modelModule({ entity: Invoice, access: invoiceAccess }),
  modelModule({ entity: Note, access: noteAccess }),
  modelModule({ entity: Patient, access: patientAccess }),
  modelModule({ entity: Specimen }),
  modelModule({ entity: Tag }),
  modelModule({ entity: User, access: userAccess }),
  modelModule({ entity: Ward }),
];
