import type { Command } from '@commander-js/extra-typings';
import type { PartKind } from '../model/model.js';
import { type Action, examples, group } from './declare.js';

/** Declares the commands that add the developer's own code to a model. */
export function declareAdditions(program: Command, action: Action): void {
  group(program, 'endpoint', 'add custom endpoints')
    .command('add')
    .description("add an endpoint to a model's routes, with its documentation and a test")
    .argument('<model>', 'a class name')
    .argument('<method>', 'GET, POST, PUT, PATCH or DELETE')
    .argument('<path>', "relative to the model's prefix, in Express notation: /:id/cancel")
    .option('--action <action>', 'the action that the caller needs permission for')
    .addHelpText(
      'after',
      examples(
        'endpoint add Task POST /:id/archive --action edit',
        'endpoint add Task GET /overdue',
      ),
    )
    .action(action(async () => (await import('./commands/endpoint-add.js')).endpointAdd));
  for (const [kind, summary, description] of PARTS)
    declarePart(group(program, kind, summary), action, kind, description);
}

/** Declares the command by which an application gets its face. */
export function declareBrand(program: Command, action: Action): void {
  program
    .command('brand')
    .description('give the application a name, a colour and a logo')
    .option('--name <name>', 'what it is called, in the back-office and in mails')
    .option('--color <color>', 'the colour of its back-office, such as #0f766e')
    .option('--logo <file>', 'a picture of at most 32 kB: SVG, PNG, JPEG or WebP')
    .addHelpText('after', examples('brand --name "Garage Moser" --color #0f766e --logo logo.svg'))
    .action(action(async () => (await import('./commands/brand.js')).setBrand));
}

/** Declares the command that adds a file of one kind to a model. */
export function declarePart(
  command: Command,
  action: Action,
  kind: PartKind,
  description: string,
): void {
  command
    .command('add')
    .description(description)
    .argument('<model>', 'a class name')
    .addHelpText('after', examples(`${kind} add Task`))
    .action(
      action(async () => {
        const { partAdd } = await import('./commands/part-add.js');
        return (context, name: string) => partAdd(context, kind, name);
      }),
    );
}

const PARTS = [
  [
    'routes',
    'add a file for custom endpoints',
    'add a file to a model for custom endpoints that you write yourself; `endpoint add` also adds it, with its first endpoint',
  ],
  [
    'hooks',
    'add code that runs when a record is written',
    'add a file to a model for code that runs when its records are written',
  ],
  [
    'rules',
    'add validation rules across fields',
    'add a file to a model for validation rules across its fields, which the forms of the back-office also run',
  ],
] as const;
