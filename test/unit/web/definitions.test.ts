import TaskIcon from '@mui/icons-material/TaskAlt';
import { createElement, Suspense } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import {
  ApplicationContext,
  type AppResource,
  definition,
  loadDefinition,
  page,
  type ModelDefinition,
  useDefinition,
} from '../../../templates/features/admin/ui/application';
import { makeI18nProvider } from '../../../templates/features/admin/ui/i18n/i18n-provider';
import { fakeService } from './fake-service';

const nowhere = page(() => Promise.resolve({ Nothing: () => null }), 'Nothing');

const taskResource: ModelDefinition = {
  timestamps: true,
  parent: null,
  messages: { fields: { due_date: 'Deadline' } },
  list: nowhere,
  show: nowhere,
  create: nowhere,
  edit: nowhere,
  fields: [],
};

const resourceOf = (name: string, load: AppResource['load']): AppResource => ({
  name,
  model: 'Task',
  label: 'Task |||| Tasks',
  icon: TaskIcon,
  load,
});

describe('a model of the back-office', () => {
  test('is called by its name from the start, its fields once it has been opened', async () => {
    const load = vi.fn(() => Promise.resolve({ taskResource }));
    const task = resourceOf('task', definition(load, 'taskResource'));
    const { translate } = makeI18nProvider([task], []);
    expect(translate('resources.task.name', { smart_count: 2 })).toBe('Tasks');
    expect(translate('resources.task.fields.due_date', { _: 'Due date' })).toBe('Due date');
    expect(load).not.toHaveBeenCalled();
    await Promise.all([loadDefinition(task), loadDefinition(task)]);
    expect(load).toHaveBeenCalledOnce();
    expect(translate('resources.task.fields.due_date', { _: 'Due date' })).toBe('Deadline');
    expect(translate('resources.task.fields.other', { _: 'Other' })).toBe('Other');
  });

  test('whose code cannot be fetched says so', async () => {
    fakeService(() => ({ status: 404 }));
    vi.stubGlobal('document', { querySelector: () => null });
    const gone = resourceOf(
      'gone',
      definition(() => Promise.reject(new TypeError('no file')), 'taskResource'),
    );
    await expect(loadDefinition(gone)).rejects.toThrow('app.missing_code');
  });

  test('is shown at once where its code and its definition have come before', async () => {
    const Labels = () => useDefinition('task')?.messages.fields['due_date'];
    const TaskList = page(() => Promise.resolve({ Labels }), 'Labels');
    const task = resourceOf('task', () => Promise.resolve(taskResource));
    const application = {
      ...{ title: '', icon: '', color: '#5551c9' },
      ...{ resources: [task], accessControl: [], features: [] },
    };
    const html = () =>
      renderToStaticMarkup(
        createElement(
          Suspense,
          { fallback: 'on its way' },
          createElement(ApplicationContext, { value: application }, createElement(TaskList)),
        ),
      );
    expect(html()).toContain('on its way');
    await Promise.all([loadDefinition(task), TaskList.fetch?.(application)]);
    expect(html()).toBe('Deadline');
  });

  test('a text of a feature stands under its name', () => {
    const texts = { en: { title: 'Reports' } };
    const { translate } = makeI18nProvider([], [{ name: 'report', texts }]);
    expect(translate('report.title')).toBe('Reports');
  });
});
