/** The modules of `base/` for the script of the files section, so that both scripts share one language. */
export * as announce from './announce.js';
export * as dom from './dom.js';
export * as elements from './elements.js';
export * as language from './language.js';
export * as load from './load.js';
export * as texts from './texts.js';
