/**
 * Words of questions that stand on every page are left out, and a plural finds the singular. The generator copies each function
 * into the page of the reader, so that it may use nothing around it.
 */
const processTerm = (term) =>
  /^(a|an|and|are|by|can|do|does|for|from|how|i|in|is|it|my|of|on|or|that|the|to|use|what|where|with)$/i.test(
    term,
  )
    ? null
    : term.toLowerCase().replace(/(?<=..[^s])s$/, '');

/** Who asks wants a guide first, then a name of the reference, and lists of errors and of the past at last. */
const boostDocument = (id) =>
  /\/guides\/|\/start\//.test(id)
    ? 1.6
    : /\/(errors|service-errors|json-output|changelog|benchmarks|tests)\.html/.test(id)
      ? 0.4
      : 1;

/** How pages are indexed, and how the index is asked. */
export const SEARCH = {
  options: { processTerm },
  searchOptions: {
    fuzzy: (term) => (term.length > 5 ? 0.2 : false),
    prefix: (term) => term.length > 2,
    boost: { title: 4, titles: 2, text: 1 },
    boostDocument,
  },
};

/** Names by which people look for a place and that its heading does not have; the search shows them beside the heading. */
const ALSO = {
  'start/when-not.md': 'GraphQL, WebSocket, audit log, history of changes',
  'start/first-project.md#plans-conflicts-and-undo': 'merge conflict',
  'guides/tenants.md': 'multi-tenancy, multi-tenant, SaaS',
  'guides/oidc.md': 'single sign-on, SSO',
  'guides/import.md': 'import and export CSV, XLSX',
  'guides/deploy.md': 'Docker, systemd',
  'guides/mail.md': 'send email',
  'guides/owners-and-roles.md': 'permissions',
  'reference/field-types.md#modifier-read': 'hide a field from some users or roles',
  'reference/field-types.md#modifier-write': 'a read-only field',
};

/** Renders a page for the search. */
export function renderForSearch(source, env, markdown) {
  let html = markdown.render(source, env);
  for (const [place, names] of Object.entries(ALSO)) {
    const [path, anchor] = place.split('#');
    if (path !== env.relativePath) continue;
    const heading = anchor ? `<h\\d id="${anchor}"` : '<h1';
    html = html.replace(new RegExp(`(${heading}[^>]*>[^]*?)(\\s*<a )`), `$1 (${names})$2`);
  }
  return html;
}
