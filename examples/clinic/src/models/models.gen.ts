// Written by crudgen and rewritten with every change of the models: edits are lost.
import { modelModule, type ModelModule } from '#engine';
import { appointmentAccess } from './appointment/appointment.access.js';
import { Appointment } from './appointment/appointment.model.js';
import { appointmentRoutes } from './appointment/appointment.routes.js';
import { deviceAccess } from './device/device.access.js';
import { Device } from './device/device.model.js';
import { deviceRoutes } from './device/device.routes.js';
import { diaryAccess } from './diary/diary.access.js';
import { Diary } from './diary/diary.model.js';
import { diaryRoutes } from './diary/diary.routes.js';
import { doctorAccess } from './doctor/doctor.access.js';
import { Doctor } from './doctor/doctor.model.js';
import { doctorRoutes } from './doctor/doctor.routes.js';
import { invoiceAccess } from './invoice/invoice.access.js';
import { Invoice } from './invoice/invoice.model.js';
import { invoiceRoutes } from './invoice/invoice.routes.js';
import { noteAccess } from './note/note.access.js';
import { Note } from './note/note.model.js';
import { noteRoutes } from './note/note.routes.js';
import { patientAccess } from './patient/patient.access.js';
import { Patient } from './patient/patient.model.js';
import { patientRoutes } from './patient/patient.routes.js';
import { specimenAccess } from './specimen/specimen.access.js';
import { Specimen } from './specimen/specimen.model.js';
import { specimenRoutes } from './specimen/specimen.routes.js';
import { tagAccess } from './tag/tag.access.js';
import { Tag } from './tag/tag.model.js';
import { tagRoutes } from './tag/tag.routes.js';
import { userAccess } from './user/user.access.js';
import { User } from './user/user.model.js';
import { userRoutes } from './user/user.routes.js';
import { wardAccess } from './ward/ward.access.js';
import { Ward } from './ward/ward.model.js';
import { wardRoutes } from './ward/ward.routes.js';

/** Every model of the project, by class name. */
export const models: readonly ModelModule[] = [
  modelModule({ entity: Appointment, access: appointmentAccess, routes: appointmentRoutes }),
  modelModule({ entity: Device, access: deviceAccess, routes: deviceRoutes }),
  modelModule({ entity: Diary, access: diaryAccess, routes: diaryRoutes }),
  modelModule({ entity: Doctor, access: doctorAccess, routes: doctorRoutes }),
  modelModule({ entity: Invoice, access: invoiceAccess, routes: invoiceRoutes }),
  modelModule({ entity: Note, access: noteAccess, routes: noteRoutes }),
  modelModule({ entity: Patient, access: patientAccess, routes: patientRoutes }),
  modelModule({ entity: Specimen, access: specimenAccess, routes: specimenRoutes }),
  modelModule({ entity: Tag, access: tagAccess, routes: tagRoutes }),
  modelModule({ entity: User, access: userAccess, routes: userRoutes }),
  modelModule({ entity: Ward, access: wardAccess, routes: wardRoutes }),
];
