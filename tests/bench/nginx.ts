import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findFreePort } from '#server/local/free-port.ts'
import {
  hasNginx,
  type RunningNginx,
  runNginx,
  temporaryPaths,
  writeNginxConfiguration,
} from '../support/nginx.ts'

const nchanModule = ['/usr/lib/nginx/modules', '/usr/lib64/nginx/modules']
  .map((directory) => path.join(directory, 'ngx_nchan_module.so'))
  .find((file) => existsSync(file))

export const hasNchan = hasNginx && nchanModule !== undefined

/** The product's own configuration, in front of web, with one worker (docs/speed.md). */
export async function startShippedNginx(
  dataDir: string,
  { web, realtime }: { web: number; realtime: number },
  { name = 'nginx', port = 0 } = {},
): Promise<RunningNginx> {
  const at = port || (await findFreePort())
  const directory = path.join(dataDir, name)
  const file = writeNginxConfiguration({ directory, port: at, web, realtime, workers: 1 })
  return runNginx(name, file, at, dataDir)
}

/** nginx for static files: kept open, without a log, gzip per request. */
export const startFileNginx = (dataDir: string, files: string) =>
  startPlainNginx(dataDir, 'nginx-files', '', (listen) => [
    'sendfile on; tcp_nopush on; open_file_cache max=100;',
    'types { text/html html; application/json json; }',
    'gzip on; gzip_types application/json; gzip_comp_level 4;',
    `server { ${listen} reuseport; root ${files}; }`,
  ])

/** nchan: POST to /publish reaches every socket on /subscribe. */
export const startNchan = (dataDir: string) =>
  startPlainNginx(dataDir, 'nchan', `load_module ${nchanModule};`, (listen) => [
    `server { ${listen};`,
    'location = /publish { nchan_publisher; nchan_channel_id bench; nchan_message_buffer_length 1; }',
    'location = /subscribe { nchan_subscriber websocket; nchan_channel_id bench; nchan_subscriber_first_message newest; }',
    '}',
  ])

/** One worker, as realtime is one process. */
async function startPlainNginx(
  dataDir: string,
  name: string,
  before: string,
  http: (listen: string) => string[],
): Promise<RunningNginx> {
  const port = await findFreePort()
  const directory = path.join(dataDir, name)
  mkdirSync(directory)
  const file = path.join(directory, 'nginx.conf')
  const lines = [
    process.getuid?.() === 0 ? 'user root;' : '',
    before,
    `worker_processes 1; worker_rlimit_nofile 65536; pid ${directory}/nginx.pid; error_log stderr warn;`,
    'events { worker_connections 16384; }',
    `http { ${temporaryPaths(directory)}`,
    'access_log off; keepalive_timeout 65; keepalive_requests 1000000;',
    ...http(`listen 127.0.0.1:${port} backlog=4096`),
    '}',
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  return runNginx(name, file, port, dataDir)
}
