/** What the browser's tab and the header call this back-office. */
export const APP_TITLE = 'Conduit';
/** The colour that its greys, buttons, links and charts follow from: see `docs/back-office.md`. */
export const APP_COLOR = '#5551c9';
