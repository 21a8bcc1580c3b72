/** The page of `/docs`. All it loads comes from the service itself. */
export const DOCS_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>API documentation</title>
    <link rel="icon" type="image/png" href="docs/favicon-32x32.png" />
    <link rel="stylesheet" href="docs/swagger-ui.css" />
  </head>
  <body>
    <form hidden>
      <p>
        This documentation is for signed-in users: sign in to the back-office and load this page again, or give an access
        token.
      </p>
      <label>Access token <input autocomplete="off" spellcheck="false" required /></label>
      <button>Show</button>
      <output></output>
    </form>
    <div id="docs"></div>
    <noscript>The document itself is at <a href="openapi.json">openapi.json</a>.</noscript>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script type="module" src="docs/docs.js"></script>
  </body>
</html>
`;

/**
 * Shows the document as whoever is signed in to the back-office may see it, and tries requests in their name; asks for a
 * token where there is nothing to see without one.
 */
export const DOCS_SCRIPT = `const base = location.pathname.replace(/\\/docs$/, '');
const read = (token) =>
  fetch(base + '/openapi.json', token ? { headers: { authorization: 'Bearer ' + token } } : {});

async function show(answer, token) {
  const spec = await answer.json();
  spec.servers = [{ url: base || '/' }];
  const ui = SwaggerUIBundle({
    spec,
    dom_id: '#docs',
    deepLinking: true,
    docExpansion: 'none',
    validatorUrl: null,
    onComplete: () => token && ui.preauthorizeApiKey('bearer', token),
  });
}

const form = document.querySelector('form');
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const token = form.querySelector('input').value.trim();
  // A header does not even take every text.
  const answer = await read(token).catch(() => ({ ok: false }));
  form.hidden = answer.ok;
  form.querySelector('output').textContent = 'This token is not valid (any more).';
  if (answer.ok) await show(answer, token);
});

const token = localStorage.getItem('jm_access_token');
const own = token ? await read(token) : null;
const answer = own?.ok ? own : await read(null);
form.hidden = answer.ok;
if (answer.ok) await show(answer, own?.ok ? token : null);
`;
