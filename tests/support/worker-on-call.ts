// A worker that has loaded its code and begins at the first word on its standard input: a test that kills many workers
// does not wait for each to load. It leaves with the test.
import { flushCompileCache } from 'node:module'
import '#workers/consume.ts'
import '#workers/operations-server.ts'
import '#workers/schedules.ts'
import '#workers/sweep.ts'

// Node stores compiled code when a process ends by itself, which this one never does. The next worker loads while this one still
// starts, so the code is stored twice: when it is loaded, and when it has run.
flushCompileCache()
process.stdin.once('data', async () => {
  await import('#workers/main.ts')
  flushCompileCache()
})
process.stdin.once('close', () => process.kill(process.pid, 'SIGKILL'))
