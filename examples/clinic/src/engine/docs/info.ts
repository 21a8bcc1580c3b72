/** What a project's `package.json` says about it. */
export interface PackageFacts {
  readonly name?: string;
  readonly version?: string;
  readonly license?: unknown;
  readonly homepage?: string;
  readonly author?: string | { readonly name?: string; readonly email?: string };
}

/** What the document says about the service as a whole. */
export function documentInfo({ name = 'API', version = '0.0.0', ...facts }: PackageFacts) {
  const { license, homepage, author = {} } = facts;
  const { name: person = `The developers of ${name}`, email } =
    typeof author === 'string' ? parsePerson(author) : author;
  return {
    title: name,
    version,
    description: DESCRIPTION,
    contact: { name: person, ...(email && { email }), ...(homepage && { url: homepage }) },
    ...(typeof license === 'string' && { license: { name: license, identifier: license } }),
  };
}

/** `Ann Example <ann@example.com> (https://example.com)`, as npm takes it. */
function parsePerson(text: string): { name?: string; email?: string } {
  const [, name = '', email] = /^([^<(]*)(?:<([^>]*)>)?/.exec(text) ?? [];
  return { ...(name.trim() && { name: name.trim() }), ...(email && { email }) };
}

const DESCRIPTION = `Every path is served under \`/api\` too.

### Filters of lists

Each field is a parameter, by itself or with a suffix. Conditions of several parameters all hold.

| Parameter | Records whose field |
|---|---|
| \`field=a\` | is \`a\`; given several times: any of them; empty, of a field that is no text: has no value |
| \`field__ne=a\` | is not \`a\`, or has no value |
| \`field__gt\`, \`__gte\`, \`__lt\`, \`__lte\` | is greater, at least, less, at most |
| \`field__in=a,b\` | is any of a comma list |
| \`field__isnull=true\` | has no value; \`false\`: has one |
| \`field__ilike=a\` | contains \`a\`, in any case |
| \`field__startswith=a\` | begins with \`a\`, in this case |

\`field_ne\`, \`_gte\`, \`_lte\` and \`_like\` (which is \`__ilike\`) mean the same, as some data providers write them.
Of a list of linked records the values are what stands in that list. A json field is compared as a whole with a JSON
text.

### Values in bodies

What the service itself writes (\`id\`, \`_label\`, \`created_at\`, \`updated_at\`, expanded records) may come back in a
body and is passed over. An empty text for a field that is no text and may be null is null. Moments lie between the
years 1 and 9999 in UTC. A body is nested at most 100 levels deep.`;
