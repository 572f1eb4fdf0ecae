import { createServer } from 'node:net'
import { env } from '#lib/core/env.ts'

/**
 * Starts a minimal mail server at SMTP_URL that answers RCPT TO with `toRecipient`.
 * @returns a function that ends the server
 */
export async function startRefusingMailServer(
  toRecipient: string,
  onRecipient: () => void = () => undefined,
): Promise<() => Promise<void>> {
  const server = createServer((socket) => {
    socket.write('220 test\r\n')
    socket.on('data', (data) => {
      const command = data.toString().slice(0, 4).toUpperCase()
      if (command === 'RCPT') onRecipient()
      socket.write(command === 'RCPT' ? `${toRecipient}\r\n` : '250 test\r\n')
      if (command === 'QUIT') socket.end()
    })
    socket.on('error', () => undefined)
  })
  const { port } = new URL(env.SMTP_URL)
  await new Promise<void>((resolve) => server.listen(Number(port), '127.0.0.1', resolve))
  return () => new Promise((resolve) => server.close(() => resolve()))
}
