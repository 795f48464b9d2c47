import { expect, it } from 'vitest';
import { isNoise, saysNoDisplay } from './noise.js';

it('recognises messages of Chromium about a machine without D-Bus or a graphics card', () => {
  for (const line of [
    '[21657:1121/202759.085918:ERROR:bus.cc(399)] Failed to connect to the bus: Failed to connect to socket',
    '[21679:1121/202759.217318:ERROR:viz_main_impl.cc(186)] Exiting GPU process due to errors during initialization',
    '[21720:1121/202759.243522:ERROR:gpu_memory_buffer_support_x11.cc(44)] dri3 extension not supported.',
    '[4711:0314/101112.131415:ERROR:dbus/object_proxy.cc:573] Failed to call method',
  ])
    expect(isNoise(line), line).toBe(true);
});

it('recognises the message that there is no display', () => {
  /** @param {string} text */
  const logged = text => `[17807:1121/212805.718659:ERROR:ozone_platform_x11.cc(239)] ${text}`;
  expect(saysNoDisplay(logged('Missing X server or $DISPLAY'))).toBe(true);
  expect(saysNoDisplay(logged('Something else'))).toBe(false);
  expect(saysNoDisplay('Missing X server or $DISPLAY')).toBe(false);
});

it('passes on every other message', () => {
  for (const line of [
    '',
    'Error: bus.cc(399)',
    "[21657:1121/202759.085918:FATAL:bus.cc(399)] Check failed: it's over",
    '[21657:1121/202759.085918:ERROR:network_service_instance_impl.cc(541)] Network service crashed',
    'TypeError: undefined is not a function',
  ])
    expect(isNoise(line), line).toBe(false);
});
