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
    <div id="docs"></div>
    <noscript>The document itself is at <a href="openapi.json">openapi.json</a>.</noscript>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script type="module" src="docs/docs.js"></script>
  </body>
</html>
`;

/** Shows the document as whoever is signed in to the back-office may see it, and tries requests in their name. */
export const DOCS_SCRIPT = `const base = location.pathname.replace(/\\/docs$/, '');
const token = localStorage.getItem('jm_access_token');
const read = (headers) => fetch(base + '/openapi.json', { headers });

let answer = await read(token ? { authorization: 'Bearer ' + token } : {});
const signedIn = token !== null && answer.ok;
if (!answer.ok) answer = await read({});

const spec = await answer.json();
spec.servers = [{ url: base || '/' }];
const ui = SwaggerUIBundle({
  spec,
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'none',
  validatorUrl: null,
  onComplete: () => signedIn && ui.preauthorizeApiKey('bearer', token),
});
`;
