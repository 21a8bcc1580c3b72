import { randomBytes } from 'node:crypto';
import { defineHooks } from '#engine';
import { Article } from './article.model.js';

/** What happens when an article is written, through whatever door. */
export const articleHooks = defineHooks(Article, {
  // The slug follows the title, and no two articles share one.
  beforeSave: async ({ values: { title }, before, system }) => {
    if (title === undefined || title === before?.title) return;
    const slug = slugOf(title);
    const isTaken = (await system(Article).count({ where: { slug } })) > 0;
    return { slug: isTaken ? `${slug}-${randomBytes(4).toString('hex')}` : slug };
  },
});

/** `Crème brûlée, at last!` as `creme-brulee-at-last`. */
const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'article';
