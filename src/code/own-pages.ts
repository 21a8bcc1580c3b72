/** Whether a file is the project's own part of the back-office: what all projects share was in `web/src/ui/` before 0.4. */
export const isOwnPage = (path: string): boolean => /^web\/src\/(?!ui\/)/.test(path);
