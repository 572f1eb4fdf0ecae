import { spawnSync } from 'node:child_process'
import { root } from './find.mjs'

/**
 * Runs a command that the person may watch.
 * @param {string} file
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @returns {boolean} whether it ended well
 */
export function watch(file, args, env = {}) {
  const { status, error } = spawnSync(file, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  return error === undefined && status === 0
}

/**
 * Runs a command whose words matter only when it fails.
 * @param {string} file
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @returns {{ fails: false, said: string } | { fails: true, reason: string }}
 */
export function ask(file, args, env = {}) {
  const { status, signal, error, stdout, stderr } = spawnSync(file, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, LC_ALL: 'C', ...env },
  })
  if (error !== undefined) return { fails: true, reason: error.message }
  if (status === 0) return { fails: false, said: stdout }
  return {
    fails: true,
    reason: complaint(stderr) ?? complaint(stdout) ?? `it ended with ${signal ?? status}`,
  }
}

/**
 * The one line of a failed command's words that says why: apt's first error, or else the last line.
 * @param {string} words
 */
export function complaint(words) {
  const lines = words
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines.find((line) => /^(E|Err|Error|error):/.test(line)) ?? lines.at(-1)
}
