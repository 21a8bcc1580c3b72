/** Whose turn it is: a user's id; 0 or nothing for the service itself. */
export type TurnKey = number | undefined;

/** A waiting line that keys take turns in, so that whoever waits with many items delays only themselves. */
export class FairQueue<Item> {
  /** The line of each key, none of them empty, in the order of their turns. */
  #lines = new Map<TurnKey, Item[]>();
  #size = 0;

  /** How many items wait. */
  get size(): number {
    return this.#size;
  }

  /** How many items of one key wait. */
  sizeOf(key: TurnKey): number {
    return this.#lines.get(key)?.length ?? 0;
  }

  /** Adds an item to the line of its key; a new key has its turn after all others. */
  enqueue(key: TurnKey, item: Item): void {
    const line = this.#lines.get(key);
    if (line) line.push(item);
    else this.#lines.set(key, [item]);
    this.#size += 1;
  }

  /** Returns an item that was taken too early: it is the next one. */
  putBack(key: TurnKey, item: Item): void {
    const line = [item, ...(this.#lines.get(key) ?? [])];
    this.#lines.delete(key);
    this.#lines = new Map([[key, line], ...this.#lines]);
    this.#size += 1;
  }

  /** Takes the next item. Keys that may not go now are passed over, and keep their turn. */
  next(mayGo: (key: TurnKey) => boolean = () => true): Item | undefined {
    for (const [key, line] of this.#lines) {
      if (!mayGo(key)) continue;
      const item = line.shift();
      this.#lines.delete(key);
      if (line.length > 0) this.#lines.set(key, line);
      this.#size -= 1;
      return item;
    }
    return undefined;
  }

  /** Removes an item that no longer wants to wait; false where it does not wait. */
  remove(item: Item): boolean {
    for (const [key, line] of this.#lines) {
      const place = line.indexOf(item);
      if (place === -1) continue;
      line.splice(place, 1);
      if (line.length === 0) this.#lines.delete(key);
      this.#size -= 1;
      return true;
    }
    return false;
  }
}
