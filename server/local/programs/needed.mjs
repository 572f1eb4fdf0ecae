/**
 * A program that is not an npm package.
 * @typedef {object} Program
 * @property {string[]} names its names, the first for sentences
 * @property {string[]} debianPackages the first available one is used
 * @property {string[]} [versionArgs] print the version
 * @property {number} [megabytes] disk space while unpacking
 * @property {string} [formula] Homebrew's name
 * @property {(folder: string) => string | undefined} [download] downloads into a folder, or returns why not
 * @property {Program} [standIn] replaces a missing program
 * @property {string} otherwise advice for people
 */

/** @type {Program} */
export const redis = {
  names: ['redis-server', 'valkey-server'],
  debianPackages: ['redis-server', 'valkey-server'],
  formula: 'redis',
  otherwise: 'install Redis, or give the address of one in REDIS_URL, and start again.',
}
