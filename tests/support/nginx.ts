import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export interface NginxPlace {
  /** Where its configuration, cache and logs go. */
  directory: string
  port: number
  web: number
  realtime: number
  s3: number
  /** How many processes serve; as shipped, one for each core. */
  workers?: number
}

const shipped = path.join(import.meta.dirname, '..', '..', 'deploy', 'nginx.conf')

/**
 * Writes the shipped proxy configuration with the addresses and directories of one machine, and nothing else changed
 * that is not asked for.
 * @returns the file for `nginx -c`
 */
export function writeNginxConfiguration({ directory, port, web, realtime, s3, workers }: NginxPlace): string {
  for (const name of ['cache', 'log']) mkdirSync(path.join(directory, name), { recursive: true })
  const text = readFileSync(shipped, 'utf8')
    .replaceAll('/var/cache/nginx', path.join(directory, 'cache'))
    .replaceAll('/var/log/nginx', path.join(directory, 'log'))
    .replace('/var/run/nginx.pid', path.join(directory, 'nginx.pid'))
    .replace('worker_processes auto', `worker_processes ${workers ?? 'auto'}`)
    .replace('listen 3000', `listen 127.0.0.1:${port}`)
    .replace('web:3000', `127.0.0.1:${web}`)
    .replace('realtime:3001', `127.0.0.1:${realtime}`)
    .replace('s3:8333', `127.0.0.1:${s3}`)
    .replace('http {', `http {\n${temporaryPaths(directory)}`)
  const file = path.join(directory, 'nginx.conf')
  // Started by root, nginx would serve as a user who cannot enter the directory.
  writeFileSync(file, process.getuid?.() === 0 ? `user root;\n${text}` : text)
  return file
}

/** Where nginx may keep what passes through: its usual folders are root's. */
export function temporaryPaths(directory: string): string {
  return ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${path.join(directory, name)};`)
    .join('\n')
}
