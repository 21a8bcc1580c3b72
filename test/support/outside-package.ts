import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readTemplates } from '../../src/project/open/templates.js';
import { treeInOrder, type Tree } from '../../src/tree.js';

const FOLDER = 'features/webhooks/';

/** One of our own features as somebody else's: `webhooks`, with tables, settings, pages and a part of the service, by another name. */
export function outsidePackage(version = '1.0.0'): Tree {
  const files = [...readTemplates()]
    .filter(([path]) => path.startsWith(FOLDER))
    .map(([path, text]) => [renamed(path.slice(FOLDER.length)), renamed(text)] as const);
  const all = new Map(files);
  const { default: _, ...manifest } = JSON.parse(all.get('feature.json')!) as { default: boolean };
  const whole = { name: 'callbacks', version, crudgen: '0.5.0', ...manifest };
  return treeInOrder([
    ...all,
    ['feature.json', `// Of another team.\n${JSON.stringify(whole, null, 2)}`],
    ['package.json', JSON.stringify({ name: '@acme/callbacks', version, files: ['*'] })],
    ['README.md', '# For those who write the feature\n'],
  ]);
}

const renamed = (text: string): string =>
  text
    .replaceAll('webhook', 'callback')
    .replaceAll('Webhook', 'Callback')
    .replaceAll('WEBHOOK', 'CALLBACK')
    // An icon of a library keeps its name.
    .replaceAll('CallbackOutlined', 'WebhookOutlined');

/** Writes files below a folder, and returns its path. */
export function writeFiles(folder: string, files: Tree): string {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}
