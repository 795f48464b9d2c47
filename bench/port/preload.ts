/// <reference lib="dom" />
import { ipcRenderer } from 'electron';

ipcRenderer.on('port', event => window.postMessage('port', '*', [...event.ports]));
