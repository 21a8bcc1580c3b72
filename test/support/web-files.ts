import type { App } from '../../src/model/model.js';
import { renderApp } from '../../src/render/render-project.js';
import type { Tree } from '../../src/tree.js';
import { templates } from '../golden/example.js';

/** The back-office of an application, with its browser test. */
export const webFiles = (app: App): Tree =>
  new Map(
    [...renderApp(app, { templates: templates(), migrations: [] })].filter(([path]) =>
      /^(?:web|ui)\/|^test\/back-office\.test\.ts$/.test(path),
    ),
  );
