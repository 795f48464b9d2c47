/**
 * Goes into a runtime that came without Electron's default program: runs the app folder named on the command line,
 * as `electron FOLDER …` does.
 */
const { app: electronApp } = require('electron');
const path = require('node:path');

/**
 * As Electron's own default program uses it.
 * @type {{ setAppPath(path: string): void, setName(name: string): void, setVersion?(version: string): void }}
 */
const app = Object(electronApp);

const folder = path.resolve(process.argv.slice(1).find(argument => !argument.startsWith('-')) ?? '.');
/** @type {{ name: string, productName?: string, version: string, main: string }} */
const manifest = Object(require(path.join(folder, 'package.json')));
app.setAppPath(folder);
app.setName(manifest.productName ?? manifest.name);
app.setVersion?.(manifest.version);
require(path.join(folder, manifest.main));
