import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { commandName } from './declare.js';

/** The help of a command as data: the commands below it, or itself, with what each takes. */
export function helpData(command: CommandUnknownOpts): object {
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

function describeCommand(command: CommandUnknownOpts) {
  return {
    name: commandName(command),
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
