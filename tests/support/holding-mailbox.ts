// A mail server at SMTP_URL that answers only when the test says so.
import net from 'node:net'
import { createInterface } from 'node:readline'
import { env } from '#lib/core/env.ts'

export const TAKEN = '250 taken'
export const LATER = '451 not now'

type Held = { to: string; answer(reply: string): void }

export async function startHoldingMailbox() {
  const arrived: string[] = []
  const held: Held[] = []
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    receive(socket, (mail) => {
      // A second mail to a recipient is already an error, so it is accepted at once.
      if (arrived.includes(mail.to)) mail.answer(TAKEN)
      else held.push(mail)
      arrived.push(mail.to)
    })
  })
  await new Promise<void>((resolve) =>
    server.listen(Number(new URL(env.SMTP_URL).port), '127.0.0.1', resolve),
  )
  return {
    /** Recipients of all mails, answered or not. */
    arrived: arrived as readonly string[],
    /** Answers the pending mails; later mails are held again. */
    answer(reply: typeof TAKEN | typeof LATER) {
      for (const { answer } of held.splice(0)) answer(reply)
    },
    end: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** Speaks only as much SMTP as a mail needs. */
function receive(socket: net.Socket, keep: (mail: Held) => void): void {
  const say = (line: string) => void socket.write(`${line}\r\n`)
  let to = ''
  let isText = false
  say('220 ready')
  createInterface({ input: socket }).on('line', (line) => {
    if (isText) {
      if (line !== '.') return
      isText = false
      keep({ to, answer: say })
    } else if (line.startsWith('DATA')) {
      isText = true
      say('354 go on')
    } else if (line.startsWith('QUIT')) socket.end('221 bye\r\n')
    else {
      to = /^RCPT TO:<(.+?)>/.exec(line)?.[1] ?? to
      say('250 well')
    }
  })
}
