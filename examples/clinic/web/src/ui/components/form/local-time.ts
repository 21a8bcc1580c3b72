/** A moment as a `datetime-local` input shows it, in the reader's zone. */
export function toLocalInput(moment: unknown): string {
  if (typeof moment !== 'string' || moment === '') return '';
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return '';
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** What a `datetime-local` input holds as a moment in UTC; null when it is empty or no moment. */
export function fromLocalInput(text: string): string | null {
  const date = new Date(text);
  return text === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** What a `time` input holds, with the seconds that the service wants. */
export function fromTimeInput(text: string): string | null {
  if (text === '') return null;
  return text.length === 5 ? `${text}:00` : text;
}
