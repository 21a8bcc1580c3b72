import { CreatePage } from '#ui';
import { taskFields } from './task.fields';
import { TaskInputs } from './task.inputs';

/** The form for a new task. */
export function TaskCreate() {
  return (
    <CreatePage fields={taskFields}>
      <TaskInputs />
    </CreatePage>
  );
}
