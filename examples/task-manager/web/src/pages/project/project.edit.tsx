import { EditPage } from '../../components/form/edit-page';
import { projectFields } from './project.fields';
import { ProjectInputs } from './project.inputs';

/** The form for a present project. */
export function ProjectEdit() {
  return (
    <EditPage fields={projectFields}>
      <ProjectInputs />
    </EditPage>
  );
}
