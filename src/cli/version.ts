/** The version of crudgen; a test holds it equal to package.json. */
export const VERSION = '0.1.0';
