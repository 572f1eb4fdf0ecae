import { statfsSync } from 'node:fs'
import { stop } from './stop.mjs'

/**
 * Ends the start in one sentence where the disk has too little room.
 * @param {string} directory
 * @param {number} megabytes
 * @param {string} purpose
 */
export function checkDisk(directory, megabytes, purpose) {
  const { bavail, bsize } = statfsSync(directory)
  const free = Math.floor((bavail * bsize) / 1024 / 1024)
  if (free < megabytes) {
    stop(
      `The disk is full: ${purpose} needs ${megabytes} MB in ${directory} and ${free} MB are free. Make room and start again.`,
    )
  }
}
