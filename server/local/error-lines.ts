import { closeSync, openSync, readSync, statSync } from 'node:fs'

const intervalMs = 1_000
const errorLevel = 50

/**
 * Follows a part's log and tells its errors, one short line each.
 * @returns a function that stops following
 */
export function followErrors(logFile: string, tell: (line: string) => void): () => void {
  let offset = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  const timer = setInterval(() => {
    const { text, end } = readFrom(logFile, offset)
    offset = end
    for (const line of text.split('\n')) {
      const message = errorIn(line)
      if (message !== undefined) tell(message)
    }
  }, intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}

function readFrom(file: string, offset: number): { text: string; end: number } {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size <= offset) return { text: '', end: size }
  const descriptor = openSync(file, 'r')
  const buffer = Buffer.alloc(Math.min(size - offset, 256 * 1024))
  readSync(descriptor, buffer, 0, buffer.length, size - buffer.length)
  closeSync(descriptor)
  return { text: buffer.toString('utf8'), end: size }
}

/** What a log line says, if it is an error: pino's JSON, PostgreSQL's FATAL, or an exception on its own. */
function errorIn(line: string): string | undefined {
  if (line.startsWith('{')) return errorInJson(line)
  if (/\b(FATAL|PANIC):/.test(line) || /^\s*(⨯|Error:|[A-Z]\w*Error:)/.test(line))
    return line.trim().slice(0, 300)
  return undefined
}

function errorInJson(line: string): string | undefined {
  try {
    const entry: unknown = JSON.parse(line)
    if (typeof entry !== 'object' || entry === null) return undefined
    if (!('level' in entry) || typeof entry.level !== 'number' || entry.level < errorLevel) return undefined
    return 'msg' in entry && typeof entry.msg === 'string' ? entry.msg.slice(0, 300) : line.slice(0, 300)
  } catch {
    return undefined
  }
}
