import { CreatePage } from '#ui';
import { appointmentFields } from './appointment.fields';
import { AppointmentInputs } from './appointment.inputs';

/** The form for a new appointment. */
export function AppointmentCreate() {
  return (
    <CreatePage fields={appointmentFields}>
      <AppointmentInputs />
    </CreatePage>
  );
}
