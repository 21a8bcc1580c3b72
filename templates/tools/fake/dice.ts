/** Chance that repeats: the same seed and name throw the same on every machine and in every version of Node.js. */
export class Dice {
  #state: number;

  /** Each `name` has throws of its own: what one model gets does not depend on the others. */
  constructor(seed: number, name: string) {
    this.#state = hashOf(`${seed} ${name}`);
  }

  /** The next number: at least 0, below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Like `next`, small numbers more often. */
  low(): number {
    const thrown = this.next();
    return thrown * thrown;
  }

  /** A whole number below `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** An item of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  /** An item of a list that is not empty, the first ones more often. */
  early<T>(list: readonly T[]): T {
    return list[Math.floor(this.low() * list.length)]!;
  }

  /** The index of one of the weights, not all of which are 0. */
  weighted(weights: readonly number[]): number {
    let left = this.next() * weights.reduce((sum, weight) => sum + weight, 0);
    const index = weights.findIndex((weight) => (left -= weight) < 0);
    return index < 0 ? weights.length - 1 : index;
  }
}

/** 32 bits of a text (FNV-1a). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}
