import { useData, withBase } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import './style.css';

/** Below each page; the target keeps the router from taking the address for that of a page. */
const MarkdownLink = {
  setup() {
    const { page } = useData();
    const address = () => withBase(`/${page.value.relativePath}`);
    return () =>
      h('a', { class: 'markdown-link', href: address(), target: '_self' }, 'This page as Markdown');
  },
};

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'doc-footer-before': () => h(MarkdownLink) }),
};
