/** Language targets of the bundles: Electron 22 has Node 16.17 and Chromium 108. */
export const nodeTarget = 'node16.17';
export const chromeTarget = 'chrome108';
/** The module that replaces `TextDecoder` in bundles that run in Node. */
export const decoderOfNode16 = 'app/old-electron/text-decoder.js';
