import { EditPage } from '#ui';
import { projectFields } from './project.fields';
import { ProjectInputs } from './project.inputs';

/** The form that changes one project. */
export function ProjectEdit() {
  return (
    <EditPage fields={projectFields}>
      <ProjectInputs />
    </EditPage>
  );
}
