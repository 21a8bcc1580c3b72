import { productionRefusals, warningsOf } from './production.js';
import { StartRefused, type Environment, type Settings } from './settings.js';

/** What `finish` adds to settings. */
type Judgement = Pick<Settings, 'refusals' | 'warnings'>;

export interface SettingReader {
  /** The value of a variable; `initial` is the text of one that is missing or empty. */
  readonly read: <T>(name: string, initial: string, parse: (text: string) => T) => T;
  /** The settings with what is to be said of them; throws `StartRefused` that names every wrong value at once. */
  readonly finish: <Own extends Omit<Settings, keyof Judgement>>(values: Own) => Own & Judgement;
}

/** Reads settings one by one, and keeps what is wrong until all are read. */
export function settingReader(env: Environment): SettingReader {
  const wrong: string[] = [];
  return {
    read: (name, initial, parse) => {
      try {
        return parse(env[name] || initial);
      } catch (error) {
        wrong.push(`${name}: ${(error as Error).message}`);
        return parse(initial);
      }
    },
    finish: (values) => {
      const refusals = values.production ? productionRefusals(env) : [];
      if (wrong.length > 0) throw new StartRefused([...wrong, ...refusals]);
      return { ...values, refusals, warnings: warningsOf(env, values) };
    },
  };
}
