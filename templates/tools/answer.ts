/** Prints what a tool answers crudgen, a line of JSON. */
export function say(answered: object): void {
  process.stdout.write(`${JSON.stringify(answered)}\n`);
}

/** Answers with a problem, and ends the process. */
export function refuse(code: string, message: string, help?: string): never {
  say({ problem: { code, message, ...(help ? { help } : {}) } });
  process.exit(1);
}
