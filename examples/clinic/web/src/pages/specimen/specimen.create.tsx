import { CreatePage } from '#ui';
import { specimenFields } from './specimen.fields';
import { SpecimenInputs } from './specimen.inputs';

/** The form for a new specimen. */
export function SpecimenCreate() {
  return (
    <CreatePage fields={specimenFields}>
      <SpecimenInputs />
    </CreatePage>
  );
}
