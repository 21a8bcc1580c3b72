import { CreatePage } from '#ui';
import { patientFields } from './patient.fields';
import { PatientInputs } from './patient.inputs';

/** The form for a new patient. */
export function PatientCreate() {
  return (
    <CreatePage fields={patientFields}>
      <PatientInputs />
    </CreatePage>
  );
}
