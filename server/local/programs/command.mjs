import { spawnSync } from 'node:child_process'
import { mkdirSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './find.mjs'

/** Runs a command with visible output. @returns {string | undefined} why it failed */
export function watch(file, args, env = {}) {
  const options = { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }
  return spawnSync(file, args, options).status === 0 ? undefined : 'the lines above say why'
}

/**
 * Runs a command with output only for errors.
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
  if (status === 0) return { fails: false, said: stdout }
  const reason =
    error?.message ?? complaint(stderr) ?? complaint(stdout) ?? `it ended with ${signal ?? status}`
  return { fails: true, reason }
}

/** Returns the reason in a failed command's output: apt's first error, or the last line. */
export function complaint(output) {
  const lines = output.split('\n').flatMap((line) => line.trim() || [])
  return lines.find((line) => /^(E|Err|Error|error):/.test(line)) ?? lines.at(-1)
}

/** Writes a script into `bin`, which execs the program so that signals reach it. `$here` is the folder. */
export function writeScript(folder, name, lines) {
  mkdirSync(path.join(folder, 'bin'), { recursive: true })
  const text = ['#!/bin/sh', 'here=$(cd "$(dirname "$0")/.." && pwd) || exit 1', ...lines, '']
  writeFileSync(path.join(folder, 'bin', name), text.join('\n'), { mode: 0o755 })
}

/** @returns {never} */
export function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}

export function checkDisk(directory, megabytes, purpose) {
  const { bavail, bsize } = statfsSync(directory)
  const free = Math.floor((bavail * bsize) / 1024 / 1024)
  if (free >= megabytes) return
  stop(
    `The disk is full: ${purpose} needs ${megabytes} MB in ${directory} and ${free} MB are free. Make room and start again.`,
  )
}
