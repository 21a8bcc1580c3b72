import { EditPage } from '#ui';
import { doctorFields } from './doctor.fields';
import { DoctorInputs } from './doctor.inputs';

/** The form that changes one doctor. */
export function DoctorEdit() {
  return (
    <EditPage fields={doctorFields}>
      <DoctorInputs />
    </EditPage>
  );
}
