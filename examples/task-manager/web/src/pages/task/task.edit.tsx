import { EditPage } from '#ui';
import { taskFields } from './task.fields';
import { TaskInputs } from './task.inputs';

/** The form that changes one task. */
export function TaskEdit() {
  return (
    <EditPage fields={taskFields}>
      <TaskInputs />
    </EditPage>
  );
}
