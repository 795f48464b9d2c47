/**
 * Filters Chromium's messages on the terminal about desktops without a D-Bus or a graphics card. It falls
 * back and nothing is lost, yet each line says ERROR and would hide real errors.
 */
const harmless = [
  // No system or session bus: no portal, no power events, no accessibility bridge. None of them is used.
  'bus.cc',
  'object_proxy.cc',
  // No usable GPU: Chromium draws on the CPU.
  'viz_main_impl.cc',
  'gpu_memory_buffer_support_x11.cc',
  'gpu_process_host.cc',
  'gl_display.cc',
  'gl_surface_egl.cc',
  'angle_platform_impl.cc',
  'vaapi_wrapper.cc',
];

/** `[21657:1121/202759.085918:ERROR:bus.cc(399)] …`; newer versions log the path of the file. */
const logged = /^\[\d+:\d{4}\/\d{6}\.\d+:(?:VERBOSE\d*|INFO|WARNING|ERROR):(?:\S*\/)?([\w.]+)[(:]\d+\)?\]/;

/**
 * True for messages of a Chromium that exits because the display named in the environment cannot be opened.
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
