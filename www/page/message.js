import { h, prose } from '../kit/dom.js';
import { sayer } from '../kit/say.js';

const say = sayer('page');

/** Codes for which the CPU device is a remedy. */
export const CPU_HELPS = new Set(['NO_WEBGPU', 'NO_DEVICE', 'DEVICE_LOST', 'OUT_OF_MEMORY']);

/** The code whose words are shown for an error. @param {string} code */
export function wordsOf(code) {
  return say.has(`problem-${code}`) ? code : 'other';
}

/**
 * A message on a failure and its remedy. Every known code has its own words; unknown codes share the words of `other`.
 * @param {{code: string, message: string}} fault
 * @param {...{label: string, act: () => void}} actions the remedies, one click each
 */
export function message(fault, ...actions) {
  const code = wordsOf(fault.code);
  const calm = fault.code === 'STOPPED';
  return h(
    'div',
    {
      class: calm ? 'message calm' : 'message',
      role: calm ? 'status' : 'alert',
      'data-code': fault.code,
    },
    h('p', { class: 'problem' }, say(`problem-${code}`)),
    h('p', {}, ...prose(say(`remedy-${code}`))),
    calm ? null : h('p', { class: 'detail' }, h('code', {}, fault.code), ` ${fault.message}`),
    actions.length
      ? h(
          'p',
          { class: 'buttons' },
          ...actions.map(({ label, act }) => h('button', { type: 'button', onclick: act }, label)),
        )
      : null,
  );
}
