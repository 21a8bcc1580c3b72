import { EditPage } from '#ui';
import { patientFields } from './patient.fields';
import { PatientInputs } from './patient.inputs';

/** The form that changes one patient. */
export function PatientEdit() {
  return (
    <EditPage fields={patientFields}>
      <PatientInputs />
    </EditPage>
  );
}
