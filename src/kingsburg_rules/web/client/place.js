// Where the files of the client are. Only modules of this folder may ask: a bundle of all modules lies here, too.

/** The address of a file of the client. @param {string} name */
export const place = (name) => new URL(name, import.meta.url).href;

/** Whether tables are played here, on a site without a server. */
export const isLocal = "local" in document.documentElement.dataset;
