/** Methods of the browser's classes, wrapped and put back. */
import { live, root } from './notes.js';

/** @type {(() => void)[]} */
const undo = [];

/**
 * Puts a function before and after a method. Exceptions in these are counted, and do not reach the program.
 * @param {string} type
 * @param {string} name
 * @param {{before?: (self: any, given: any[]) => any, after?: (self: any, given: any[], result: any, state: any) => any}} around
 *   `before` may change the arguments; a value that `after` returns replaces the result
 */
export function wrap(type, name, { before, after }) {
  replace(type, name, (method) => {
    const own = {
      [name](/** @type {any[]} */ ...given) {
        const mine = live.run;
        let state;
        if (mine && before)
          try {
            live.call = own[name];
            state = before(this, given);
          } catch {
            mine.counts.faults += 1;
          }
        const result = Reflect.apply(method, this, given);
        if (mine && mine === live.run && after)
          try {
            live.call = own[name];
            return after(this, given, result, state) ?? result;
          } catch {
            mine.counts.faults += 1;
          }
        return result;
      },
    };
    return own;
  });
}

/**
 * @param {string} type
 * @param {string} name
 * @param {(method: any) => Record<string, any>} make an object with a method of that name, which it replaces
 */
export function replace(type, name, make) {
  const owner = root[type]?.prototype;
  const own = owner && Object.getOwnPropertyDescriptor(owner, name);
  if (typeof own?.value !== 'function') return;
  const method = (live.native[`${type}.${name}`] = own.value);
  const wrapper = make(method)[name];
  Object.defineProperty(wrapper, 'length', { value: method.length, configurable: true });
  Object.defineProperty(owner, name, { ...own, value: wrapper });
  // Where another script has wrapped the method since, its wrapper stays, and this one only passes calls on.
  undo.push(() => owner[name] === wrapper && Object.defineProperty(owner, name, own));
}

/** Puts every method back. */
export function unwrap() {
  for (const restore of undo.splice(0)) restore();
}
