const JSON_TYPE = /^application\/([\w.-]+\+)?json$/;
const TEXT_TYPE = /^text\/|[/+.-](csv|ndjson|xml)$/;

/**
 * A response's body by its content type: JSON, problems included, as what it says, texts such as CSV and HTML as a string,
 * everything else as bytes. Null where it is empty; a text may be ''.
 */
export async function readAnswer(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (TEXT_TYPE.test(type)) return response.text();
  const bytes = Buffer.from(await response.arrayBuffer());
  if (bytes.length === 0) return null;
  return JSON_TYPE.test(type) ? JSON.parse(bytes.toString()) : bytes;
}
