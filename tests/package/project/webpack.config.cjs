// Nothing but where to begin and to end: the package needs nothing.
module.exports = {
  context: __dirname,
  performance: { hints: false }, // the engine is larger than webpack recommends
  mode: 'production',
  entry: './app.js',
  output: { path: `${__dirname}/webpack`, filename: 'app.js' },
};
