// Stands before the real bcryptjs in the suite's projects: insists on a cost of 12, then takes 4.
// Hundreds of logins at a third of a second each would be most of the suite's time.
import real from 'bcryptjs';

const quick = (text) => text.replace(/^(\$2[aby]\$)12\$/, (_, head) => `${head}04$`);

function cheap(cost) {
  if (cost === 12) return 4;
  if (typeof cost === 'string' && /^\$2[aby]\$12\$/.test(cost)) return quick(cost);
  throw new Error(`passwords are hashed at cost 12, not ${cost}`);
}

export const genSaltSync = (cost) => real.genSaltSync(cheap(cost));
export const genSalt = (cost) => real.genSalt(cheap(cost));
export const hashSync = (password, cost) => real.hashSync(password, cheapOrSalt(cost));
export const hash = (password, cost) => real.hash(password, cheapOrSalt(cost));
export const compareSync = (password, made) => real.compareSync(password, quick(made));
export const compare = (password, made) => real.compare(password, quick(made));

/** A salt that came from here is cheap already. */
function cheapOrSalt(cost) {
  return typeof cost === 'string' && /^\$2[aby]\$04\$/.test(cost) ? cost : cheap(cost);
}

// eslint-disable-next-line no-restricted-syntax -- the real one has a default export
export default { ...real, genSaltSync, genSalt, hashSync, hash, compareSync, compare };
