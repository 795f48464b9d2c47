/**
 * Goes into a runtime that came without Electron's default program: runs the app folder named on the command line,
 * as `electron FOLDER …` does.
 */
const { app } = require('electron');
const path = require('node:path');

const folder = path.resolve(process.argv.slice(1).find(argument => !argument.startsWith('-')) ?? '.');
const manifest = require(path.join(folder, 'package.json'));
app.setAppPath(folder);
app.setName(manifest.productName ?? manifest.name);
app.setVersion?.(manifest.version);
require(path.join(folder, manifest.main));
