import { CreatePage } from '../../components/form/create-page';
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
