/** Whether a file belongs to the project's own part of the back-office; the part that all projects share is in `ui/`. */
export const isOwnPage = (path: string): boolean => path.startsWith('web/src/');
