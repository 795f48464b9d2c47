/** Styles that every page of the window shares, in this order. */
import '@fontsource-variable/inter/wght.css';
import '@fontsource/jetbrains-mono/400.css';
import './tokens.css';
import './base.css';
import './frame.css';
import './grid.css';
import './panels.css';
import './timeline.css';
import './views.css';
import './events.css';
import './metrics.css';
import './flame.css';
import './notebook.css';
