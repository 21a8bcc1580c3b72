import type { Request, RequestHandler } from 'express';
import { newSecret } from '../auth/one-time-secret.js';
import { clientOf } from '../http/client.js';
import { coded, conflict } from '../problem/problem.js';
import { SKEW } from './connection.js';
import type { Holder, Prover } from './flow.js';
import { NotSignedIn, codeIn, expired, type OidcParts } from './oidc-parts.js';
import type { ProviderSettings } from './oidc-settings.js';
import { PROVIDER, provenBy, proves, provingOf } from './provider-door.js';
import { isFresh, type Claims } from './provider-rules.js';
import { PROOF_TTL, type FlowAnswer } from './stored-answers.js';
import type { NewIdentity } from './stored-identities.js';

/** The user who asks, and the session in which they ask. */
const holderOf = (request: Request): Holder => ({
  userId: request.currentUser!.id,
  session: clientOf(request).session ?? null,
});

/** Whoever begins to prove who they are at a provider; 409 where that would prove nothing. */
export async function proverIn(
  parts: OidcParts,
  request: Request,
  settings: ProviderSettings,
): Promise<Prover> {
  const holder = holderOf(request);
  const { database, proofs } = parts;
  const found = await database.read((session) => provingOf(session, parts, holder.userId));
  const isLinked = found.some(({ provider }) => provider === settings.name);
  // Whoever has a factor shows that.
  if (!isLinked || !(await proofs.kinds(request.account!)).includes(PROVIDER)) throw otherProof();
  return { ...holder, since: Math.floor(Date.now() / 1000) };
}

/** What a sign-in anew proves: nothing but by an account of the very user who has begun, and after that. */
export async function proofBy(
  { database, identities, rules, settingsOf }: OidcParts,
  { since, ...holder }: Prover,
  { issuer, subject }: NewIdentity,
  claims: Claims,
): Promise<FlowAnswer> {
  const known = await database.read((session) => identities.find(session, issuer, subject));
  // An account of somebody else and an account of nobody get one refusal.
  if (known?.userId !== holder.userId || !proves(known, settingsOf(known.provider), rules))
    throw new NotSignedIn('other-account');
  if (!isFresh(claims, since, SKEW)) throw new NotSignedIn('not-fresh');
  return { kind: 'proof', holder: { ...holder, identity: known.id } };
}

/** Gives the page that has come back its proof, for the code, in the browser and the session that has begun. */
export const giveProof =
  (parts: OidcParts): RequestHandler =>
  async (request, response) => {
    const { flows, database, answers } = parts;
    const code = await codeIn(request, parts);
    const flow = flows.of(request);
    const secret = newSecret();
    const isHeld =
      flow !== null &&
      (await database.write(async (session) => {
        const holders = await provenBy(session, parts, holderOf(request));
        return answers.hold(session, { code, state: flow.state }, holders, secret);
      }));
    if (!isHeld) throw expired();
    flows.end(response);
    response.json({ proof: { kind: PROVIDER, code: secret }, expires_in: PROOF_TTL / 1000 });
  };

const otherProof = () => {
  const detail =
    'A sign-in there does not prove who you are; GET /auth/proof lists the proofs that do.';
  return conflict(detail, [], coded('other-proof'));
};
