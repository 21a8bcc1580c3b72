/**
 * The seed of a test that plays with dice: the one that the variable `name` sets, or a new one each time; where `CI` is set
 * always the same, so that what is asked there is whether a change may land, and not what else luck finds.
 */
export const seedFrom = (name: string): number =>
  Number(process.env[name] ?? (process.env['CI'] ? 1 : Date.now() % 1_000_000));
