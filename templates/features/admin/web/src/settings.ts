/** The name of this back-office in the browser tab and the header. */
export const APP_TITLE = 'Back-office';
