/** The name of this back-office in the browser tab and the header. */
export const APP_TITLE = 'Back-office';
/** The colour that its greys, buttons, links and charts follow from. */
export const APP_COLOR = '#5551c9';
