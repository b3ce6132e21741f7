/**
 * The page starts scripts from its own origin alone. The policy in `index.html` asks for Trusted
 * Types, so no text becomes markup or script in any other way.
 */
/** @type {any} */ (globalThis).trustedTypes?.createPolicy('default', {
  createScriptURL(/** @type {string} */ url) {
    if (new URL(url, document.baseURI).origin === location.origin) return url;
    throw new TypeError(`${url} is not of this page`);
  },
});
