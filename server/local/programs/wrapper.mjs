import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Writes a script into `bin` of a program's folder. Whoever runs it becomes the program itself, so that signals reach it.
 * @param {string} folder
 * @param {string} name
 * @param {string[]} lines the shell's; `$here` is the folder, wherever it has been moved to
 */
export function writeScript(folder, name, lines) {
  const bin = path.join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  const text = ['#!/bin/sh', 'here=$(cd "$(dirname "$0")/.." && pwd) || exit 1', ...lines, '']
  writeFileSync(path.join(bin, name), text.join('\n'), { mode: 0o755 })
}
