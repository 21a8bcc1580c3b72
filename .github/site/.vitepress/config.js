import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { renderForSearch, SEARCH } from '../search/options.js';
import { linkedPictures } from './pictures.js';

const SITE = join(import.meta.dirname, '..');
const readJson = (path) => JSON.parse(readFileSync(join(SITE, path), 'utf8'));

const { version } = readJson('../../package.json');
const { nav, sidebar } = readJson('.tmp/bars.json');
/** Where this build will be served, and where the newest one is. */
const BASE = process.env.SITE_BASE ?? '/';
const ROOT = process.env.SITE_ROOT ?? BASE;
const REPOSITORY = process.env.SITE_REPOSITORY;
const PUBLIC = join(SITE, '.tmp/public');

/** The version of these pages, and the way to those of others. */
const versions = {
  text: `v${version}`,
  items: [
    { text: 'Newest', link: ROOT, target: '_self' },
    ...readJson('versions.json').map(({ name }) => ({
      text: name,
      link: `${ROOT}${name}/`,
      target: '_self',
    })),
  ],
};

export default defineConfig({
  title: 'crudgen',
  description: 'A TypeScript back end with a back-office, from model specs, that stays yours',
  lang: 'en',
  base: BASE,
  srcDir: '.tmp/pages',
  outDir: '.tmp/dist',
  cacheDir: '.tmp/cache',
  // `compose` has looked at every link, and knows anchors, too.
  ignoreDeadLinks: true,
  metaChunk: true,
  markdown: {
    // Signs in prose are text: `<name>` is no element, `{{` no expression.
    html: false,
    image: { lazyLoading: true },
    config: (markdown) => {
      const { rules } = markdown.renderer;
      rules.image = linkedPictures(rules.image, BASE, PUBLIC);
      for (const kind of ['text', 'code_inline']) {
        const render = rules[kind];
        rules[kind] = (...args) => render(...args).replaceAll('{{', '<span v-pre>{{</span>');
      }
    },
  },
  vite: { publicDir: PUBLIC },
  themeConfig: {
    nav: [...nav, versions],
    sidebar,
    outline: { level: [2, 3] },
    docFooter: { prev: 'Before', next: 'Next' },
    ...(REPOSITORY && { socialLinks: [{ icon: 'github', link: REPOSITORY }] }),
    footer: { message: 'Free software under the MIT licence.' },
    search: {
      provider: 'local',
      options: {
        detailedView: true,
        miniSearch: SEARCH,
        _render: renderForSearch,
      },
    },
  },
});
