/** The page's part of Fluent. Bundled into www/pkg, because browsers do not find npm packages by name. */
export { FluentBundle, FluentNumber, FluentResource } from '@fluent/bundle';
