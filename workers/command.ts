import { createInterface } from 'node:readline/promises'
import { setClockOfCommand } from '#lib/core/database-clock.ts'
import { closeDb } from '#lib/core/db.ts'
import { databaseName } from '#lib/core/env.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { closeStorage } from '#lib/core/storage.ts'

export interface Terminal {
  /** Writes a line to stdout. */
  tell(line: string): void
  /** Writes a line to stderr. */
  warn(line: string): void
  /** @returns the typed line, or '' if the input ends first, such as a closed terminal */
  ask(question: string): Promise<string>
}

/** @returns whether it was done */
export type Command = (args: readonly string[], terminal: Terminal) => Promise<boolean>

/** Says why nothing was done. @returns what the command then returns */
export function fail({ warn }: Terminal, sentence: string): false {
  warn(sentence)
  return false
}

const ownTerminal: Terminal = {
  tell: (line) => console.log(line),
  warn: (line) => console.error(line),
  async ask(question) {
    const typing = createInterface({ input: process.stdin, output: process.stdout })
    const ended = new Promise<string>((done) => typing.once('close', () => done('')))
    const typed = await Promise.race([typing.question(question), ended])
    typing.close()
    return typed
  },
}

/** Runs the command as this process. Exit code 0 if it was done, else 1. */
export async function runAsCommand(command: Command): Promise<void> {
  ownTerminal.tell(`In the database ${databaseName()}:`)
  await setClockOfCommand()
  const isDone = await command(process.argv.slice(2), ownTerminal)
  // By now the outbox has reached the worker and the sockets.
  await closeQueues()
  await closeRedis()
  await closeDb()
  closeStorage()
  process.exitCode = isDone ? 0 : 1
}
