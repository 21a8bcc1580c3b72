import { EditPage } from '#ui';
import { appointmentFields } from './appointment.fields';
import { AppointmentInputs } from './appointment.inputs';

/** The form that changes one appointment. */
export function AppointmentEdit() {
  return (
    <EditPage fields={appointmentFields}>
      <AppointmentInputs />
    </EditPage>
  );
}
