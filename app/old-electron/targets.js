/** Language targets of the bundles: Electron 22 has Node 16.17 and Chromium 108. */
export const nodeTarget = 'node16.17';
export const chromeTarget = 'chrome108';
