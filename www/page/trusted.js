/**
 * Lets the page start scripts from its own origin only. The policy in `index.html` requires
 * Trusted Types, so no text can become markup or script in another way.
 */
/** @type {any} */ (globalThis).trustedTypes?.createPolicy('default', {
  createScriptURL(/** @type {string} */ url) {
    if (new URL(url, document.baseURI).origin === location.origin) return url;
    throw new TypeError(`${url} is not of this page`);
  },
});
