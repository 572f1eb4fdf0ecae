import { watch } from './command.mjs'

/**
 * Installs a program with Homebrew, which takes no root.
 * @param {import('./needed.mjs').Program} program
 * @returns {string | undefined} why it could not
 */
export function installWithHomebrew({ formula }) {
  return watch('brew', ['install', '--quiet', formula]) ? undefined : 'the lines above say why'
}
