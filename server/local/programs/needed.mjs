/**
 * A program that the project runs and that is no npm package.
 * @typedef {object} Program
 * @property {string[]} names what it may be called, also in Debian's packages; the first one names it in sentences
 * @property {string[]} debianPackages packages that bring it: the first that the system has
 * @property {string[]} [versionArgs] what makes it print its version and leave
 * @property {number} [megabytes] the disk space that it needs while it is unpacked
 * @property {string} [formula] Homebrew's name for it
 * @property {(folder: string) => string | undefined} [download] has Playwright bring it into a folder, or says why it did not come
 * @property {Program} [standIn] is used if this program cannot be brought
 * @property {string} otherwise what people can do themselves
 */

/** @type {Program} */
export const redis = {
  names: ['redis-server', 'valkey-server'],
  debianPackages: ['redis-server', 'valkey-server'],
  formula: 'redis',
  otherwise: 'install Redis, or give the address of one in REDIS_URL, and start again.',
}
