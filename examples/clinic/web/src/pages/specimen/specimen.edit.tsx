import { EditPage } from '#ui';
import { specimenFields } from './specimen.fields';
import { SpecimenInputs } from './specimen.inputs';

/** The form that changes one specimen. */
export function SpecimenEdit() {
  return (
    <EditPage fields={specimenFields}>
      <SpecimenInputs />
    </EditPage>
  );
}
