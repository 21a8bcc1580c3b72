// Feathers 5 on koa with its knex service, as its guide sets one up. `feathers.mjs <database file> <port>`.
import { feathers } from '@feathersjs/feathers';
import { bodyParser, errorHandler, koa, rest } from '@feathersjs/koa';
import { KnexService } from '@feathersjs/knex';
import knex from 'knex';

const [file, port] = process.argv.slice(2);
const database = knex({
  client: 'better-sqlite3',
  connection: { filename: file },
  useNullAsDefault: true,
  pool: {
    afterCreate: (connection, done) => done(connection.pragma('journal_mode = WAL') && null),
  },
});
const app = koa(feathers());
app.use(errorHandler());
app.use(bodyParser());
app.configure(rest());
app.use(
  'task',
  new KnexService({
    Model: database,
    name: 'task',
    paginate: { default: 25, max: 1000 },
    multi: false,
  }),
);
app.listen(Number(port), '127.0.0.1');
