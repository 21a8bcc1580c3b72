import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { commandName } from './declare.js';

/** A command with its subcommands, or a page. */
export interface HelpJson {
  /** The command or page; null for crudgen itself. */
  readonly topic: string | null;
  /** The text that people read. */
  readonly text: string;
  /** For a command: the command and its subcommands. */
  readonly commands?: readonly CommandJson[];
  /** For `types`: the field types. */
  readonly types?: readonly WordJson[];
  /** For `types`: the modifiers. */
  readonly modifiers?: readonly ModifierJson[];
  /** For `json`: this schema. */
  readonly schema?: object;
}

/** A command with what it takes. */
export interface CommandJson {
  /** The command line without `crudgen`. */
  readonly name: string;
  /** The description. */
  readonly description: string;
  /** The arguments, in their order. */
  readonly arguments: readonly {
    /** The name. */
    readonly name: string;
    /** The description. */
    readonly description: string;
    /** Whether the argument is required. */
    readonly required: boolean;
    /** Whether several values are allowed. */
    readonly variadic: boolean;
  }[];
  /** The flags. */
  readonly options: readonly {
    /** The flag with its value, such as `--cwd <dir>`. */
    readonly flags: string;
    /** The description. */
    readonly description: string;
  }[];
}

/** A word of the field grammar. */
export interface WordJson {
  /** The word. */
  readonly name: string;
  /** An example. */
  readonly example: string;
  /** The meaning. */
  readonly description: string;
}

/** A modifier of fields. */
export interface ModifierJson extends WordJson {
  /** The field types that accept it. */
  readonly types: readonly string[];
}

/** The help of a command as data: the commands below it, or itself, with what each takes. */
export function helpData(command: CommandUnknownOpts): HelpJson {
  const topic = commandName(command);
  return { topic, text: helpText(command), commands: runnable(command).map(describeCommand) };
}

/** The help of a command as people read it, with its examples. */
export function helpText(command: CommandUnknownOpts): string {
  let text = '';
  command.configureOutput({ writeOut: (part) => void (text += part) });
  command.outputHelp();
  return text.trimEnd();
}

/** The visible commands at and below one that can be run. */
function runnable(command: CommandUnknownOpts): CommandUnknownOpts[] {
  const below = command.createHelp().visibleCommands(command);
  return below.length === 0 ? [command] : below.flatMap(runnable);
}

function describeCommand(command: CommandUnknownOpts): CommandJson {
  return {
    name: commandName(command)!,
    description: command.description(),
    arguments: command.registeredArguments.map((one) => ({
      ...{ name: one.name(), description: one.description },
      ...{ required: one.required, variadic: one.variadic },
    })),
    options: command
      .createHelp()
      .visibleOptions(command)
      .map(({ flags, description }) => ({ flags, description })),
  };
}
