import type { LogFormat } from '../definition.ts';

const time = '{time:yyyy-MM-ddTHH:mm:ssfZ}';

/** Rust's `env_logger` and `tracing-subscriber`. */
export const rust: LogFormat = {
  id: 'rust',
  title: 'Rust (env_logger, tracing)',
  patterns: [
    `[${time} {level:[A-Z]} {component:[A-Za-z0-9_:-]}] {message}`,
    `${time} {level:[A-Z]} ({thread:[A-Za-z0-9_-]} )?(ThreadId\\({tid:int}\\) )?{component<}{_:[a-z0-9_]}${'(::{_:[A-Za-z0-9_]})?'.repeat(6)}{component>}: {message}`,
  ],
  specificity: 18,
  evidence: ['::', 'ThreadId(', 'panicked at', '.rs:'],
  samples: [
    {
      text: '[2024-01-12T13:14:15Z WARN  shop::cart] cart is empty',
      time: '2024-01-12T13:14:15Z',
      level: 'warning',
      component: 'shop::cart',
      message: 'cart is empty',
    },
    {
      text: '2024-01-12T13:14:15.123456Z  INFO shop::cart: checked out items=5',
      time: '2024-01-12T13:14:15.123456Z',
      level: 'info',
      component: 'shop::cart',
      message: 'checked out items=5',
      fields: { items: 5 },
    },
    {
      text: '2024-01-12T13:14:15.123456Z  WARN main ThreadId(01) shop: slow',
      level: 'warning',
      component: 'shop',
      process: 'main',
      tid: 1,
      message: 'slow',
    },
  ],
};
