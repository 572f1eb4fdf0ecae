// A worker that has loaded its code and begins at the first word on its standard input: a test that kills many workers
// does not wait for each to load. It leaves with the test.
import { flushCompileCache } from 'node:module'
import '#workers/consume.ts'
import '#workers/operations-server.ts'
import '#workers/schedules.ts'
import '#workers/sweep.ts'

process.stdin.once('data', async () => {
  await import('#workers/main.ts')
  // Node keeps what it has compiled when a process ends, which this one does not do of itself.
  flushCompileCache()
})
process.stdin.once('close', () => process.kill(process.pid, 'SIGKILL'))
