import { EditPage } from '../../components/form/edit-page';
import { appointmentFields } from './appointment.fields';
import { AppointmentInputs } from './appointment.inputs';

/** The form for a present appointment. */
export function AppointmentEdit() {
  return (
    <EditPage fields={appointmentFields}>
      <AppointmentInputs />
    </EditPage>
  );
}
