import { CreatePage } from '#ui';
import { projectFields } from './project.fields';
import { ProjectInputs } from './project.inputs';

/** The form for a new project. */
export function ProjectCreate() {
  return (
    <CreatePage fields={projectFields}>
      <ProjectInputs />
    </CreatePage>
  );
}
