/**
 * What Chromium says on the terminal about desktops without a D-Bus or a graphics card. It falls back by itself and
 * nothing is lost, yet each line says ERROR; among them a real one would not be seen.
 */
const harmless = [
  // No system or session bus: no portal, no power events, no accessibility bridge. None is used.
  'bus.cc',
  'object_proxy.cc',
  // No usable GPU: it draws with the processor.
  'viz_main_impl.cc',
  'gpu_memory_buffer_support_x11.cc',
  'gpu_process_host.cc',
  'gl_display.cc',
  'gl_surface_egl.cc',
  'angle_platform_impl.cc',
  'vaapi_wrapper.cc',
];

/** `[21657:1121/202759.085918:ERROR:bus.cc(399)] …`; newer ones name the file with its folders. */
const logged = /^\[\d+:\d{4}\/\d{6}\.\d+:(?:VERBOSE\d*|INFO|WARNING|ERROR):(?:\S*\/)?([\w.]+)[(:]\d+\)?\]/;

/**
 * The last words of a Chromium that finds no display where the environment says there is one.
 * @param {string} line
 */
export function saysNoDisplay(line) {
  return (
    logged.test(line) &&
    /Missing X server or \$DISPLAY|Failed to connect to Wayland display|The platform failed to initialize/.test(
      line,
    )
  );
}

/** @param {string} line */
export function isNoise(line) {
  return harmless.includes(logged.exec(line)?.[1] ?? '');
}
