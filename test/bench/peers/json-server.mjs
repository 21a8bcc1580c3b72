// json-server 0.17 over the same tasks. `json-server.mjs <database file> <port>`.
import Database from 'better-sqlite3';
import jsonServer from 'json-server';

const [file, port] = process.argv.slice(2);
const task = new Database(file).prepare('SELECT * FROM task').all();
const app = jsonServer.create();
app.use(jsonServer.bodyParser);
app.use(jsonServer.router({ task }));
app.listen(Number(port), '127.0.0.1');
