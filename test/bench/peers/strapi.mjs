// Strapi 5 with one content type, public routes, no admin panel. `strapi.mjs <database file> <port>`: writes its app
// beside itself, starts it, and copies the tasks of the given file into Strapi's own table.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import Database from 'better-sqlite3';

const [file, port] = process.argv.slice(2);
const app = join(import.meta.dirname, 'app');
const own = join(app, 'data.db');
rmSync(own, { force: true });
const fields = {
  title: { type: 'string', required: true },
  description: { type: 'text' },
  status_text: { type: 'string' },
  priority: { type: 'string' },
  due_date: { type: 'date' },
  planned_work_hours: { type: 'float' },
  actual_work_hours: { type: 'float' },
  project_id: { type: 'integer' },
  assignee_id: { type: 'integer' },
  parent_task_id: { type: 'integer' },
};

function write(path, text) {
  mkdirSync(join(app, path, '..'), { recursive: true });
  writeFileSync(join(app, path), text);
}

write('package.json', JSON.stringify({ name: 'peer', version: '0.0.0', strapi: { uuid: false } }));
write(
  'config/database.js',
  `module.exports = { connection: { client: 'sqlite', connection: { filename: ${JSON.stringify(own)} }, useNullAsDefault: true } };`,
);
write(
  'config/server.js',
  `module.exports = { host: '127.0.0.1', port: ${Number(port)}, app: { keys: ['a', 'b'] }, logger: { startup: { enabled: false } } };`,
);
write(
  'config/admin.js',
  `module.exports = { serveAdminPanel: false, auth: { secret: 'peer' }, apiToken: { salt: 'peer' }, secrets: { encryptionKey: 'peer' }, transfer: { token: { salt: 'peer' } } };`,
);
write(
  'config/middlewares.js',
  `module.exports = ['strapi::errors', 'strapi::security', 'strapi::cors', 'strapi::query', 'strapi::body', 'strapi::favicon', 'strapi::public'];`,
);
write('src/index.js', 'module.exports = { register() {}, bootstrap() {} };');
write(
  'src/api/task/content-types/task/schema.json',
  JSON.stringify({
    kind: 'collectionType',
    collectionName: 'tasks',
    info: { singularName: 'task', pluralName: 'tasks', displayName: 'Task' },
    options: { draftAndPublish: false },
    attributes: fields,
  }),
);
const factory = (kind, extra = '') =>
  `module.exports = require('@strapi/strapi').factories.createCore${kind}('api::task.task'${extra});`;
write('src/api/task/controllers/task.js', factory('Controller'));
write('src/api/task/services/task.js', factory('Service'));
write(
  'src/api/task/routes/task.js',
  factory(
    'Router',
    `, { config: { find: { auth: false }, findOne: { auth: false }, create: { auth: false }, update: { auth: false } } }`,
  ),
);

mkdirSync(join(app, 'public', 'uploads'), { recursive: true });
process.chdir(app);
const { createStrapi } = createRequire(import.meta.url)('@strapi/strapi');
const strapi = await createStrapi({ appDir: app, distDir: app }).load();

const database = new Database(own);
database.exec(`ATTACH '${file}' AS seed`);
const copied = Object.keys(fields).filter((name) => name !== 'status_text');
database.exec(`INSERT INTO tasks (id, document_id, locale, status_text, ${copied.join(', ')})
  SELECT id, 'doc' || id, NULL, status, ${copied.join(', ')} FROM seed.task`);
database.exec('CREATE INDEX bench_status_due_date ON tasks (status_text, due_date)');
database.close();
await strapi.server.listen(Number(port), '127.0.0.1');
