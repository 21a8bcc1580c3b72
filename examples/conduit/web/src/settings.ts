/** What the browser's tab and the header call this back-office. */
export const APP_TITLE = 'Conduit';
