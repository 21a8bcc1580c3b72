import { CreatePage } from '#ui';
import { doctorFields } from './doctor.fields';
import { DoctorInputs } from './doctor.inputs';

/** The form for a new doctor. */
export function DoctorCreate() {
  return (
    <CreatePage fields={doctorFields}>
      <DoctorInputs />
    </CreatePage>
  );
}
