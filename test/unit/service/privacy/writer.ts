/**
 * A process that writes of a person while another one erases them:
 *   writer.ts <clinic or practice> <database> <id of the person> <folder with files>
 * Its parent hears of each turn, and of the end.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { CANARY } from './canaries.js';
import { Contact, openClinic, Patient, Visit } from './clinic.js';
import { openPractice } from './practice.js';

const [kind, url, given, folder] = process.argv.slice(2) as [string, string, string, string];
const id = Number(given);
const TURNS = 60;

/** What a turn does, in a clinic whose engine writes, or through the endpoints of a practice. */
type Turn = (turn: number) => Promise<unknown>;

async function clinicTurn(): Promise<{ turn: Turn; close: () => Promise<void> }> {
  const { parts, create, rows, close } = await openClinic(url);
  const turn: Turn = async (n) => {
    const visit = await create(Visit, { patient_id: id, note: `zeisig coughs ${n}` });
    await Promise.all([
      create(Contact, { patient_id: id, text: `zeisig calls ${n}` }),
      parts.engine.system(Visit).update(visit.id, { note: `zeisig is better ${n}` }),
      rows(
        `INSERT INTO background_job (name, payload, status, run_at) VALUES ('tell', '{"of":"${CANARY}"}', 'waiting', '2999-01-01')`,
      ),
    ]);
    // Whoever erases the person later finds the job by this name.
    await parts.engine.system(Patient).update(id, { name: CANARY, phone: `zeisig ${n}` });
  };
  return { turn, close };
}

async function practiceTurn(): Promise<{ turn: Turn; close: () => Promise<void> }> {
  const practice = await openPractice(url, null, { folder, role: 'Nurse' });
  const nurse = await practice.userOf('nurse', 'Admin', 'east');
  const turn: Turn = async (n) => {
    const upload = (place: string) => practice.uploaded(nurse, place, `canary ${n}`);
    const scan = await upload('paper.scan');
    const paper = await nurse.ask('POST', '/paper', { client_id: id, scan });
    await nurse.ask('DELETE', `/paper/${paper.body.id}`);
    await nurse.ask('POST', `/paper/${paper.body.id}/restore`);
    await nurse.ask('GET', `/client?_format=csv`);
    const passport = await upload('client.passport');
    await nurse.ask('PATCH', `/client/${id}`, { name: `Zoe Canary ${n}`, passport });
  };
  return { turn, close: practice.close };
}

const { turn, close } = await (kind === 'clinic' ? clinicTurn() : practiceTurn());
for (let n = 0; n < TURNS; n++) {
  await turn(n).catch((error: unknown) => process.send!({ error: String(error) }));
  process.send!({ turn: n });
  await sleep(10);
}
await close();
process.disconnect();
