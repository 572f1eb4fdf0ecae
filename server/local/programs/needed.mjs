/**
 * @typedef {object} Image
 * @property {string} name
 * @property {'a port' | 'the network'} shares what of this machine the program needs: the port it listens on, or, because it
 *   speaks to others here, the network, which engines share on Linux alone
 */

/**
 * A program that the project runs and that is no npm package.
 * @typedef {object} Program
 * @property {string[]} names what it may be called; the first names it in sentences
 * @property {string[]} versionArgs what makes it print its version and leave
 * @property {string[]} debianPackages packages that bring it: the first that the system has
 * @property {string[]} binaries its file in such a package: the first that is there
 * @property {number} megabytes what it and all that it needs take, unpacked, while it is being brought
 * @property {string} [formula] Homebrew's name for it
 * @property {Image} [image] where a container can stand in for it
 * @property {{ browser: string, files: string[] }} [byPlaywright] Playwright's name for it, and what its file may be called there
 * @property {Program} [standIn] does the same at a higher price: is used if this program cannot be brought
 * @property {string} otherwise what people can do themselves
 */

/** @type {Program} */
export const redis = {
  names: ['redis-server', 'valkey-server'],
  versionArgs: ['--version'],
  debianPackages: ['redis-server', 'valkey-server'],
  binaries: ['usr/bin/redis-server', 'usr/bin/valkey-server'],
  megabytes: 100,
  formula: 'redis',
  image: { name: 'redis:8', shares: 'a port' },
  otherwise: 'install Redis, or give the address of one in REDIS_URL, and start again.',
}

/** @type {Program} */
export const chromium = {
  names: [
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    'Google Chrome',
    'Chromium',
  ],
  versionArgs: ['--version', '--no-sandbox'],
  debianPackages: ['chromium'],
  // Debian's /usr/bin/chromium is a script that knows only its usual place.
  binaries: ['usr/lib/chromium/chromium'],
  megabytes: 1500,
  byPlaywright: { browser: 'chromium', files: ['chrome', 'Google Chrome for Testing'] },
  otherwise: 'install Chromium for the browser tests and start again.',
}

/**
 * Chromium without its windows: the same engine, at less than half of the processor time for each page that a test opens.
 * @type {Program}
 */
export const headlessShell = {
  names: ['chromium-headless-shell', 'chrome-headless-shell'],
  versionArgs: ['--version', '--no-sandbox'],
  debianPackages: ['chromium-headless-shell'],
  binaries: ['usr/lib/chromium/chromium-headless-shell'],
  megabytes: 1200,
  byPlaywright: { browser: 'chromium-headless-shell', files: ['chrome-headless-shell'] },
  otherwise: chromium.otherwise,
  standIn: chromium,
}

/** @type {Program} */
export const nginx = {
  names: ['nginx'],
  versionArgs: ['-v'],
  debianPackages: ['nginx-light', 'nginx'],
  binaries: ['usr/sbin/nginx'],
  megabytes: 100,
  formula: 'nginx',
  image: { name: 'nginx:1.29', shares: 'the network' },
  otherwise: "install nginx for the tests of the proxy's configuration and start again.",
}

/** @type {Program} */
export const pgbouncer = {
  names: ['pgbouncer'],
  versionArgs: ['--version'],
  debianPackages: ['pgbouncer'],
  binaries: ['usr/sbin/pgbouncer'],
  megabytes: 100,
  formula: 'pgbouncer',
  otherwise: 'install PgBouncer for the tests of poolers and start again.',
}
