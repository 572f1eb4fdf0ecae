// A container that stands in for a program: the script that runs it takes the program's words and leaves by its signals.
import { ask, watch } from './command.mjs'
import { findProgram } from './find.mjs'
import { writeScript } from './wrapper.mjs'

const engines = ['docker', 'podman']

/**
 * @param {import('./needed.mjs').Image} image
 * @returns {string | undefined} the engine that answers and can run the image
 */
export function findEngine({ shares }) {
  if (shares === 'the network' && process.platform !== 'linux') return undefined
  return engines.find((engine) => findProgram([engine]) !== undefined && !ask(engine, ['info']).fails)
}

/**
 * Writes the script that runs a program in a container.
 * @param {import('./needed.mjs').Program} program
 * @param {string} folder
 * @returns {string | undefined} why it could not
 */
export function runInContainer({ names: [name], image }, folder) {
  const engine = findEngine(image)
  if (engine === undefined) return 'no engine answers'
  if (!watch(engine, ['pull', image.name])) return 'the lines above say why'
  writeScript(folder, name, image.shares === 'a port' ? redisLines(engine, image) : nginxLines(engine, image))
}

/** Files that the container writes are the person's. */
const asPerson = (engine) => (engine === 'podman' ? '--userns=keep-id' : '--user "$(id -u):$(id -g)"')

function redisLines(engine, image) {
  return [
    'port= folder= before=',
    'for word in "$@"; do',
    '  case $before in --port) port=$word ;; --dir) folder=$word ;; esac',
    '  before=$word',
    'done',
    `[ -n "$port" ] || exec ${engine} run --rm ${image.name} redis-server "$@"`,
    '# Who was killed could not end its container.',
    `${engine} rm --force "ngoma-redis-$port" >/dev/null 2>&1`,
    `exec ${engine} run --rm --name "ngoma-redis-$port" ${asPerson(engine)} --publish "127.0.0.1:$port:$port" \\`,
    `  \${folder:+--volume "$folder:$folder"} ${image.name} redis-server "$@" --bind 0.0.0.0 --protected-mode no`,
  ]
}

function nginxLines(engine, image) {
  return [
    'file= before=',
    'for word in "$@"; do',
    '  [ "$before" = -c ] && file=$word',
    '  before=$word',
    'done',
    `exec ${engine} run --rm --network host ${asPerson(engine)} \${file:+--volume "\${file%/*}:\${file%/*}"} ${image.name} nginx "$@"`,
  ]
}
