/** The lines of a text, trimmed. */
export const lines = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The parts of a text between commas and ends of lines, trimmed. */
export const words = (text: string): readonly string[] =>
  lines(text).flatMap((line) =>
    line
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  );
